import { decodeEntities } from './slack-token.js';

const FENCE = '```';

/** `&amp;` becomes `&`: how much shorter a text of nothing else gets. */
const SHRINK = 5;

/** Tries at finding the cut: after so many, a few percent of the room are left unused at most. */
const ROUNDS = 7;

/**
 * Composes with the whole reply when that fits `max` UTF-16 units, else with about the longest beginning that does,
 * cut at a line's or a word's end.
 *
 * @param compose makes the body from the beginning that is shown and the count of characters left out.
 */
export function cutReply(
  reply: string,
  max: number,
  compose: (shown: string, left: number) => string,
): string {
  // Entities and names get shorter on the way, so a reply longer than the cap is still tried whole, up to a bound.
  const longest = max * SHRINK;
  const whole = reply.length <= longest ? compose(reply, 0) : undefined;
  if (whole !== undefined && whole.length <= max) return whole;
  let least = 0;
  let most = Math.min(reply.length, longest);
  let best = composeCut(reply, 0, compose);
  // The first guess takes the text for evenly dense; each later one halves what is left.
  let guess = Math.floor((most * max) / (whole?.length ?? most * SHRINK));
  for (let round = 0; round < ROUNDS && most - least > 1; round += 1) {
    const body = composeCut(reply, guess, compose);
    if (body.length <= max) [least, best] = [guess, body];
    else most = guess;
    guess = (least + most) >> 1;
  }
  return best;
}

function composeCut(reply: string, at: number, compose: (shown: string, left: number) => string): string {
  const end = cutPoint(reply, at);
  const shown = reply.slice(0, end).trimEnd();
  const left = Array.from(decodeEntities(reply.slice(end))).length;
  return compose(`${closeFence(shown)} …`, left);
}

/** The last line's end at or before `at`, when it is not far; else the last word's; else before a pair's second half. */
function cutPoint(reply: string, at: number): number {
  const near = Math.max(at - 2000, 0);
  const line = reply.lastIndexOf('\n', at);
  if (line > near) return line;
  const before = reply.slice(near, at);
  const space = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t'));
  const point = space > 0 ? near + space : at;
  return beforeToken(reply, point);
}

/** Never inside `<url|label>`, `&amp;` or a surrogate pair. */
function beforeToken(reply: string, at: number): number {
  const open = reply.lastIndexOf('<', at - 1);
  if (open >= 0 && open >= at - 4000 && !reply.slice(open, at).includes('>')) return open;
  const entity = /&[a-z]{0,3}$/.exec(reply.slice(Math.max(at - 4, 0), at));
  if (entity !== null) return at - entity[0].length;
  return /[\ud800-\udbff]/.test(reply[at - 1] ?? '') ? at - 1 : at;
}

/** A fence that the cut left open is closed, or its code would be shown as words. */
function closeFence(shown: string): string {
  const fences = shown.split(FENCE).length - 1;
  return fences % 2 === 1 ? `${shown}\n${FENCE}` : shown;
}
