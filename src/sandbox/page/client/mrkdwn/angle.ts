import { unescapeText } from './entities.js';
import type { Inline } from './tree.js';

const WEB = /^(?:https?|mailto|tel):/i;

/** What stands between `<` and `>`: a mention, a date, a broadcast, or a link. Undefined when it is none of them. */
export function readAngle(inside: string): Inline | undefined {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : unescapeText(inside.slice(bar + 1));
  if (/^@[A-Z0-9]+$/.test(target)) return { kind: 'user', id: target.slice(1), label };
  if (/^#[A-Z0-9]+$/.test(target)) return { kind: 'channel', id: target.slice(1), label };
  const [, seconds = '', format = ''] = /^!date\^(\d{1,12})\^([^^]*)(?:\^.*)?$/.exec(target) ?? [];
  if (seconds !== '') return { kind: 'date', seconds: Number(seconds), format, fallback: label ?? '' };
  if (/^!(?:channel|here|everyone)$/.test(target)) return { kind: 'broadcast', name: target.slice(1) };
  if (target.startsWith('!subteam^')) return { kind: 'broadcast', name: label ?? 'group' };
  const url = unescapeText(target);
  if (!WEB.test(url)) return undefined;
  const words = label === undefined || label === '' ? url : label;
  return URL.canParse(url) ? { kind: 'link', url, label: words } : { kind: 'text', text: words };
}
