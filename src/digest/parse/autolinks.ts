/**
 * GFM's extended autolinks (6.9). Every scan stops at the first character that cannot belong, the caller
 * goes on behind what was taken, and a domain that was none is not scanned again, so the cost is linear.
 */

const DOMAIN = /[\p{L}\p{N}_-]/u;
const TRAILING = new Set('?!.,:*_~\'"');

/** A run of characters that a domain may be made of, and what decides whether it is one. */
interface Run {
  readonly end: number;
  readonly lastDot: number;
  readonly dotBefore: number;
  readonly lastUnderscore: number;
}

function runAt(text: string, start: number): Run {
  let lastDot = -1;
  let dotBefore = -1;
  let lastUnderscore = -1;
  let end = start;
  for (; end < text.length; end++) {
    const char = text.charAt(end);
    if (char === '.') {
      dotBefore = lastDot;
      lastDot = end;
    } else if (char === '_') {
      lastUnderscore = end;
    } else if (!DOMAIN.test(char) && !/[\uD800-\uDFFF]/.test(char)) {
      break;
    }
  }
  return { end, lastDot, dotBefore, lastUnderscore };
}

/** The end of the domain from `at` to the end of `run`, or -1: no `_` in its last two parts, a dot if `dotted`. */
function domainEnd(run: Run, at: number, dotted: boolean): number {
  if (run.end === at || (dotted && run.lastDot < at)) return -1;
  return run.lastUnderscore >= Math.max(at, run.dotBefore) ? -1 : run.end;
}

/** Takes away what GFM does not count to a link's end: punctuation, an unpaired `)`, an entity. */
function trimEnd(text: string, start: number, end: number): number {
  let opened = 0;
  for (let at = start; at < end; at++) {
    const char = text.charCodeAt(at);
    if (char === 40) opened++;
    else if (char === 41) opened--;
  }
  let stop = end;
  while (stop > start) {
    const char = text.charAt(stop - 1);
    if (char === ')') {
      if (opened >= 0) break;
      opened++;
      stop--;
    } else if (char === ';') {
      const entity = /&[a-zA-Z0-9]{1,40};$/.exec(text.slice(Math.max(start, stop - 42), stop));
      stop -= entity ? entity[0].length : 1;
    } else if (TRAILING.has(char)) {
      stop--;
    } else {
      break;
    }
  }
  return stop;
}

/** The end of the link whose domain starts at `domain` in `run` and whose text starts at `start`; -1 if none. */
function endIn(text: string, run: Run, start: number, domain: number, dotted: boolean): number {
  let end = domainEnd(run, domain, dotted);
  if (end < 0) return -1;
  while (end < text.length && !/[\s<]/.test(text.charAt(end))) end++;
  const stop = trimEnd(text, start, end);
  return stop > domain ? stop : -1;
}

/** The end of the link whose text starts at `start` and whose domain at `domain`; -1 if none. */
export function linkEnd(text: string, start: number, domain: number): number {
  return endIn(text, runAt(text, domain), start, domain, false);
}

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

const LOCAL = /[a-zA-Z0-9.+_-]/;
const HOST = /[a-zA-Z0-9._-]/;

/** The e-mail address around the `@` at `at`, its local part starting no earlier than `from`. */
function email(text: string, at: number, from: number): Found | null {
  let start = at;
  while (start > from && LOCAL.test(text.charAt(start - 1))) start--;
  let end = at + 1;
  while (end < text.length && HOST.test(text.charAt(end))) end++;
  while (end > at && text.charAt(end - 1) === '.') end--;
  const host = text.slice(at + 1, end);
  if (start === at || !host.includes('.') || /[-_]$/.test(host)) return null;
  return { start, end, url: `mailto:${text.slice(start, end)}` };
}

/** The `www.` links and e-mail addresses that stand bare in a text, in order. */
export function bareLinks(text: string): Found[] {
  const found: Found[] = [];
  let from = 0;
  /** The run that the last `www.` stood in; the next one is often in it too and needs no other look. */
  let run: Run | null = null;
  for (const hit of text.matchAll(/@|(?<![\p{L}\p{N}/.-])www\./giu)) {
    if (hit.index < from) continue;
    let link: Found | null = null;
    if (hit[0] === '@') {
      link = email(text, hit.index, from);
    } else {
      if (!run || hit.index >= run.end) run = runAt(text, hit.index);
      link = www(text, run, hit.index);
    }
    if (!link) continue;
    found.push(link);
    from = link.end;
  }
  return found;
}

function www(text: string, run: Run, start: number): Found | null {
  const end = endIn(text, run, start, start, true);
  return end < 0 ? null : { start, end, url: `http://${text.slice(start, end)}` };
}
