/** What stands between `<` and `>` in Slack's text (contracts/slack.md, "Delivery"), as what a person saw. */
export type SlackToken =
  | { readonly kind: 'words'; readonly text: string }
  /** `label` is absent where the member wrote the bare URL. */
  | { readonly kind: 'link'; readonly url: string; readonly label: string | undefined };

/** Slack's three entities, and no others: `&amp;lt;` is the text `&lt;`. */
export function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_all, name: string) =>
    name === 'amp' ? '&' : name === 'lt' ? '<' : '>',
  );
}

/** Plain text as Slack would send it. */
export function asSlackSends(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Reads what stands between `<` and `>`. People and channels become their names or ids, broadcasts their words. */
export function readSlackToken(inner: string): SlackToken {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 || bar === inner.length - 1 ? undefined : decodeEntities(inner.slice(bar + 1));
  const rest = target.slice(1);
  switch (target[0]) {
    case '@':
      return { kind: 'words', text: withSign('@', label ?? rest) };
    case '#':
      return { kind: 'words', text: withSign('#', label ?? rest) };
    case '!':
      return { kind: 'words', text: broadcast(rest, label) };
    default:
      return { kind: 'link', url: decodeEntities(target), label };
  }
}

/** `!channel` reads `@channel`; `!subteam^S1|@team` and `!date^…|fallback` read as their label. */
function broadcast(name: string, label: string | undefined): string {
  const [word = '', id = ''] = name.split('^', 2);
  if (word === 'subteam') return withSign('@', label ?? id);
  if (word === 'date') return label ?? id;
  return withSign('@', word);
}

function withSign(sign: string, name: string): string {
  return name.startsWith(sign) ? name : `${sign}${name}`;
}
