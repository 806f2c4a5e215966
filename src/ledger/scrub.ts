import { asSlackSends } from './slack-token.js';

export const REDACTED = '[redacted]';

/** A shorter value is no secret anybody could keep, and would blank ordinary words. */
const SHORTEST_SECRET = 8;

export type ScrubOptions = {
  /** Values that must go wherever they stand: the running process's own tokens. */
  readonly secrets: readonly string[];
  /** Directories of this machine: home, cwd, state root, temp. What stands below one becomes `…/rest`. */
  readonly paths: readonly string[];
};

/**
 * Takes secrets and this machine's directories out of a text as Slack sends it (entities still encoded). Each pattern
 * is bounded or anchored at the beginning of a run, so the cost is linear in the text.
 */
export function scrub(text: string, options: ScrubOptions): string {
  return scrubPaths(scrubPatterns(scrubKnown(text, options.secrets)), options.paths);
}

function scrubKnown(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, asSlackSends(secret)])
    .sort((a, b) => b.length - a.length);
  return spellings.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
}

const SHAPES: readonly RegExp[] = [
  // Slack: bot, user, app, refresh and configuration tokens, and the webhook URLs that are one.
  /(?:xox[a-z]|xapp)[.-][A-Za-z0-9.-]{6,}/g,
  /(?<=hooks\.slack(?:-gov)?\.com\/)(?:services|workflows|triggers)\/[A-Za-z0-9/_-]+/g,
  // GitHub and GitLab.
  /gh[opsur]_[A-Za-z0-9_]{10,}/g,
  /github_pat_[A-Za-z0-9_]{10,}/g,
  /glpat-[A-Za-z0-9_-]{10,}/g,
  // AWS, Google, npm, OpenAI and Anthropic, Stripe.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /AIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])[srp]k[-_][A-Za-z0-9_-]{16,}/g,
  // SendGrid, Hugging Face, DigitalOcean, PyPI, Google access tokens, Discord webhooks.
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{20,}/g,
  /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}/g,
  /(?<=discord(?:app)?\.com\/)api\/webhooks\/[0-9]+\/[A-Za-z0-9_-]+/g,
  // A JSON Web Token.
  /(?<![A-Za-z0-9-])eyJ[A-Za-z0-9_-]{6,1000}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
];

function scrubPatterns(text: string): string {
  const withoutKeys = scrubPrivateKeys(text);
  const withoutShapes = SHAPES.reduce((left, shape) => left.replace(shape, REDACTED), withoutKeys);
  return scrubAssignments(scrubBearers(scrubUrlLogins(withoutShapes)));
}

/** From a private key's first line to its last, or to the end of the text when the last is missing. */
function scrubPrivateKeys(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const begin of text.matchAll(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g)) {
    if (begin.index < done) continue;
    const end = text.indexOf('-----END ', begin.index);
    const close = end < 0 ? -1 : text.indexOf('-----', end + '-----END '.length);
    pieces.push(text.slice(done, begin.index), REDACTED);
    done = close < 0 ? text.length : close + '-----'.length;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** `https://user:password@host`; and a lone user that is as long as a token. */
function scrubUrlLogins(text: string): string {
  return text
    .replace(/(?<=[:=])<mailto:([^|<>\s]{1,300})\|\1>/g, '$1')
    .replace(/:\/\/([^\s/@<>|]+)@/g, (all, login: string) =>
      login.includes(':') || login.length >= 20 ? `://${REDACTED}@` : all,
    );
}

/** `Bearer …` and `Basic …`, when what follows is no plain word. */
function scrubBearers(text: string): string {
  return text.replace(
    /\b(bearer|basic)(\s{1,3})([A-Za-z0-9._~+/=-]{8,})/gi,
    (all, scheme, space, value: string) =>
      /[0-9._~+/=]/.test(value) || /[a-z][A-Z]/.test(value) || value.length >= 20
        ? `${scheme}${space}${REDACTED}`
        : all,
  );
}

const STRONG_NAMES =
  'password|passwd|passphrase|pwd|pass|account[_-]?key|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|signing[_-]?key|credentials?|authorization';
const ASSIGNMENT = new RegExp(
  // The name and what may be glued to it, then marks or a quote …
  `((?:${STRONG_NAMES})s?(?:[_-][A-Za-z0-9_-]{0,20}|[0-9]{0,4})|(?<![A-Za-z])key)(["'\`”’*_~]{0,3}` +
    // … the sign, more of those, a scheme …
    `[ \\t]{0,3}(?::=|=&gt;|[=:])[ \\t*_~]{0,4})((?:bearer |basic |token )?)` +
    // … and the value: between quotes, as Slack's link, or up to white space.
    '(?:"([^"\\n]{1,300})"|“([^”\\n]{1,300})”|\'([^\'\\n]{1,300})\'|`([^`\\n]{1,300})`|(<[^<>\\s]{1,300}>)|([^\\s"\'`<>“”]{4,}))',
  'gi',
);

/** `password=…`, `token: …`, `"apiKey": "…"`: the value goes, the name stays. */
function scrubAssignments(text: string): string {
  return text.replace(
    ASSIGNMENT,
    (all: string, name: string, sign: string, scheme: string, ...rest: unknown[]) => {
      const value = rest.slice(0, 6).find((group): group is string => typeof group === 'string') ?? '';
      return isPlainValue(name, sign, value) ? all : `${name}${sign}${scheme}${REDACTED}`;
    },
  );
}

/** A count of tokens, a truth value, and a sentence that says "the key: …" are no secrets. */
function isPlainValue(name: string, sign: string, value: string): boolean {
  if (/^(?:true|false|null|none|undefined|yes|no|\[redacted\])[.,;)]?$/i.test(value)) return true;
  if (/^token/i.test(name) && /^[0-9]{1,9}[.,;)]?$/.test(value)) return true;
  if (name.toLowerCase() !== 'key' || !sign.includes(':')) return false;
  return !(value.length >= 8 && /[0-9]/.test(value) && /[A-Za-z]/.test(value));
}

/** `/home/u/work/x.ts` under `/home/u` → `…/work/x.ts`; longer directories first, whole names only. */
function scrubPaths(text: string, paths: readonly string[]): string {
  const directories = paths
    .map((path) => path.replace(/[\\/]+$/, ''))
    .filter((path) => path.length > 1)
    .sort((a, b) => b.length - a.length);
  if (directories.length === 0) return text;
  const anyOf = directories.map((path) => path.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return text.replace(new RegExp(`(?<![A-Za-z0-9_.-])(?:${anyOf})(?![A-Za-z0-9_.-])`, 'g'), '…');
}
