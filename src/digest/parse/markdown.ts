import MarkdownIt from 'markdown-it';
import { bareUrl } from './bare-url.js';
import { DEEPEST_LEVEL, deep } from './deep.js';
import { keepFootnotes } from './footnotes.js';
import { noteLineBreaks } from './line-breaks.js';
import { pairStrikes, scanStrike } from './strike.js';

/**
 * markdown-it set up to read as GitHub does: CommonMark, GFM tables, one or two tildes, bare URLs.
 * Unlike the stock rules it never refuses a link target (`mrkdwn` decides what may be followed), keeps
 * targets as written, and reads what is nested too deep as plain paragraphs instead of dropping it.
 */
function configure() {
  const md = new MarkdownIt('default', { html: true, maxNesting: DEEPEST_LEVEL + 2 });
  md.validateLink = () => true;
  md.normalizeLink = (url) => url;
  md.normalizeLinkText = (url) => url;
  md.block.ruler.before('table', 'deep', deep);
  keepFootnotes(md);
  noteLineBreaks(md);
  md.inline.ruler.before('text', 'bare_url', bareUrl);
  md.inline.ruler.at('strikethrough', scanStrike);
  md.inline.ruler2.at('strikethrough', pairStrikes);
  return md;
}

export const markdown = configure();
