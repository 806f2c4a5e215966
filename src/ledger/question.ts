import { AGENT_MARKER, VISIBLE_LINE } from './marker.js';
import { COMMENT_MAX } from './mirror-safety.js';

/** The comment that puts a question on its ticket. `left`: the characters of the question that did not fit. */
export type QuestionComment = { readonly body: string; readonly left: number };

/** Comments that mean something to the-loop or to us: in a question they are at best a copy of another one's. */
const SIGNATURES = /<!-- the-loop:agent-comment -->|<!-- the-loop-slack:[^<>\n]{0,200} -->/g;

/** The hidden comment by which a question's own comment is found again. @param unique letters, digits and `-` */
export function questionId(unique: string): string {
  return `<!-- the-loop-slack:ask:${unique} -->`;
}

/** The question without the signatures of another comment, which this one is not. Empty when there is nothing else. */
export function plainQuestion(question: string): string {
  // Nothing in its place would join what stood around it, which could be another one.
  return question
    .replace(SIGNATURES, ' ')
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd();
}

/**
 * The comment as the-loop itself writes one: the question, the marker by which no reader takes it for an answer, the line
 * that people see. One that is too long for GitHub is cut at a line or a word, and its first line says so.
 *
 * @param id a hidden comment by which this one is found again
 */
export function composeQuestion(question: string, id: string): QuestionComment {
  const text = plainQuestion(question);
  const ending = `\n\n${AGENT_MARKER}\n${VISIBLE_LINE}\n${id}\n`;
  const whole = `${closeFence(text)}${ending}`;
  if (whole.length <= COMMENT_MAX) return { body: whole, left: 0 };
  const room = COMMENT_MAX - ending.length - cutNote(text.length).length - LONGEST_FENCE - CUT.length;
  const shown = text.slice(0, cutPoint(text, room)).trimEnd();
  const left = text.length - shown.length;
  return { body: `${cutNote(left)}${closeFence(shown)}${CUT}${ending}`, left };
}

const CUT = '\n\n…';

function cutNote(left: number): string {
  return `_GitHub takes ${COMMENT_MAX} characters: ${left} are left out at the end. The whole question is in the event log._\n\n`;
}

/** How far back a cut looks for the end of a line or a word. */
const NEAR = 2000;

function cutPoint(text: string, room: number): number {
  const near = text.slice(room - NEAR, room);
  const line = near.lastIndexOf('\n');
  const point = line >= 0 ? line : near.search(/\s\S*$/);
  if (point >= 0) return room - NEAR + point;
  return /[\ud800-\udbff]/.test(text.charAt(room - 1)) ? room - 1 : room;
}

/** The marks of a code fence at the beginning of a line (CommonMark 0.31, 4.5). */
const FENCE = /^ {0,3}(`{3,100}|~{3,100})(.*)$/;
const LONGEST_FENCE = 102;

/** Closes the code block that a text ends in, or all after it would be shown as code. */
function closeFence(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) open = marks;
    } else if (marks.startsWith(open) && rest.trim() === '') open = undefined;
  }
  return open === undefined ? text : `${text}\n${open}`;
}
