import { Parser } from 'htmlparser2';

/** What is a mark in one of the two languages and may be text in the other: it is no part of a word here. */
const MARKS = /[*_~`ˋ\u200B•◦▪☐☑]/g;

function split(text) {
  return text
    .replace(MARKS, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

const BLOCKS = new Set(
  'address article aside blockquote br dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);

/**
 * The words a reader of the HTML sees: text, the alternative text of pictures and the numbers of ordered
 * lists. Tags, comments and declarations are dropped.
 */
export function wordsOfHtml(html) {
  let text = '';
  const counters = [];
  const parser = new Parser(
    {
      onopentag: (name, attrs) => {
        if (BLOCKS.has(name)) text += ' ';
        if (name === 'ol') counters.push(Number(attrs.start ?? 1));
        if (name === 'ul') counters.push(null);
        const counter = counters.at(-1);
        if (name === 'li' && typeof counter === 'number') {
          text += ` ${counter}. `;
          counters[counters.length - 1] = counter + 1;
        }
        if (name === 'img') text += attrs.alt ?? '';
      },
      onclosetag: (name) => {
        if (BLOCKS.has(name)) text += ' ';
        if (name === 'ol' || name === 'ul') counters.pop();
      },
      ontext: (words) => {
        text += words;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return split(text);
}

const UNESCAPED = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Text as a member sees it once Slack has drawn the mrkdwn: labels for links, no quote bars, no fences. */
export function textOfMrkdwn(mrkdwn) {
  return mrkdwn
    .split('\n')
    .map((line) => line.replace(/^(?:> ?)/, ''))
    .filter((line) => !/^\s*```$/.test(line))
    .map((line) => line.replace(/^(\s*\d{1,9})\)(?=\s|$)/, '$1.'))
    .join('\n')
    .replace(/<([^<>|\n]*)\|([^<>\n]*)>/g, '$2')
    .replace(/<([^<>\n]*)>/g, '$1')
    .replace(/&(?:lt|gt|amp);/g, (entity) => UNESCAPED[entity] ?? entity);
}

/** The words a member sees in mrkdwn. */
export function wordsOfMrkdwn(mrkdwn) {
  return split(textOfMrkdwn(mrkdwn));
}
