import { Tokenizer } from 'htmlparser2';

/** What a piece of raw HTML says, in order. Comments, declarations, instructions and CDATA say nothing. */
export type HtmlEvent =
  | { readonly type: 'open'; readonly name: string; readonly attrs: ReadonlyMap<string, string> }
  | { readonly type: 'close'; readonly name: string }
  | { readonly type: 'text'; readonly text: string };

/** The tags whose content HTML reads as text, and which GitHub shows as text themselves (GFM 6.11). */
const FILTERED = [
  'title',
  'textarea',
  'style',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'script',
  'plaintext',
];
const FILTERED_OPEN = new RegExp(`<(${FILTERED.join('|')})(?=[\\s/>])`, 'gi');

/**
 * Slack's own sequences, which HTML takes for declarations. They are words an author wrote, so they stay
 * to be read; escaped, they page nobody.
 */
const SLACK_SEQUENCE = /<!(?=(?:channel|here|everyone|subteam|date)\b)/gi;

/** Tells whether a tag of this name is closed somewhere. */
type IsClosed = (name: string) => boolean;

/** Which of the filtered tags `text` closes; looked up once, however often it is asked. */
export function closedTags(text: string): IsClosed {
  let lower: string | null = null;
  const known = new Map<string, boolean>();
  return (name) => {
    lower ??= text.toLowerCase();
    const closed = known.get(name) ?? lower.includes(`</${name}`);
    known.set(name, closed);
    return closed;
  };
}

/**
 * Takes the teeth out of tags that would swallow what follows: one that is closed only hides itself, one
 * that is not is a word when it stands bare (`the <style> tag`), as on GitHub.
 */
function defuse(html: string, isClosed: IsClosed): string {
  return html.replace(SLACK_SEQUENCE, '&lt;!').replace(FILTERED_OPEN, (tag, name: string, at: number) => {
    const bare = html.charAt(at + tag.length) === '>';
    return bare && !isClosed(name.toLowerCase()) ? `&lt;${name}` : `<x-${name}`;
  });
}

const PLAIN_TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9-]*)\s*\/?>$/;
const NO_ATTRS: ReadonlyMap<string, string> = new Map();

/** Reads one tag, comment or declaration that stands within a line. */
export function htmlTag(tag: string, isClosed: IsClosed): HtmlEvent[] {
  const hit = PLAIN_TAG.exec(tag);
  const name = hit?.[2]?.toLowerCase();
  if (name && !FILTERED.includes(name)) {
    return [hit?.[1] ? { type: 'close', name } : { type: 'open', name, attrs: NO_ATTRS }];
  }
  return htmlEvents(tag, isClosed);
}

/**
 * Reads raw HTML in one pass. A tag that never ends is text, so no word of it is lost.
 */
export function htmlEvents(html: string, isClosed: IsClosed = closedTags(html)): HtmlEvent[] {
  const source = defuse(html, isClosed);
  const events: HtmlEvent[] = [];
  let name = '';
  let attr = '';
  let value = '';
  let attrs = new Map<string, string>();
  /** Where the tag that is being read began; -1 between tags. */
  let tagStart = -1;
  const text = (words: string) => {
    const last = events.at(-1);
    if (last?.type === 'text') events[events.length - 1] = { type: 'text', text: last.text + words };
    else events.push({ type: 'text', text: words });
  };
  const endTag = () => {
    tagStart = -1;
    events.push({ type: 'open', name, attrs });
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => text(source.slice(start, end)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      onopentagname: (start, end) => {
        name = source.slice(start, end).toLowerCase();
        attrs = new Map();
        tagStart = start - 1;
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onattribname: (start, end) => {
        attr = source.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += source.slice(start, end);
      },
      onattribentity: (code) => {
        value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (!attrs.has(attr)) attrs.set(attr, value);
      },
      onclosetag: (start, end) => {
        events.push({ type: 'close', name: source.slice(start, end).toLowerCase() });
      },
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  if (tagStart >= 0) text(source.slice(tagStart));
  return events;
}
