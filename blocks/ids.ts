/**
 * What listeners match a press on. The buttons of one row need ids of their own: those of choices are
 * `choice:1`, `choice:2` …, those of paging `full_text_page:previous` and `full_text_page:next`.
 */
export const ACTION = {
  choice: 'choice',
  choose: 'choose',
  fullText: 'full_text',
  openOnGitHub: 'open_on_github',
  page: 'full_text_page',
} as const;

/** The most choices one question can have: what a select menu holds. */
const MOST_CHOICES = 100;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const QUESTION_ID = new RegExp(`^${UUID}$`, 'i');
const NUMBERED = new RegExp(`^(${UUID}):([1-9][0-9]{0,5})$`, 'i');

/** Whether a press can carry this id: questions are named by uuid. */
export function isQuestionId(value: string): boolean {
  return QUESTION_ID.test(value);
}

/** Whether a choice can have this number. */
export function isChoiceNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MOST_CHOICES;
}

function parseNumbered(value: string): { questionId: string; number: number } | undefined {
  const [, questionId, digits] = NUMBERED.exec(value) ?? [];
  return questionId === undefined ? undefined : { questionId, number: Number(digits) };
}

/** The value of a choice's button. */
export function choiceValue(questionId: string, number: number): string {
  return `${questionId}:${number}`;
}

/** Reads {@link choiceValue}: a uuid and a number from 1 to 100; undefined for everything else. */
export function parseChoiceValue(value: string): { questionId: string; number: number } | undefined {
  const parsed = parseNumbered(value);
  return parsed && isChoiceNumber(parsed.number) ? parsed : undefined;
}

/** The id of a menu's row. It names the question once, where naming it in each of a hundred values would fill a message. */
export function menuBlockId(questionId: string): string {
  return `${ACTION.choose}:${questionId}`;
}

/** Reads what was chosen in a menu: the row's id and the option's value; undefined for everything else. */
export function parseMenuChoice(
  blockId: string,
  value: string,
): { questionId: string; number: number } | undefined {
  return blockId.startsWith(`${ACTION.choose}:`) && /^[1-9][0-9]{0,2}$/.test(value)
    ? parseChoiceValue(choiceValue(blockId.slice(ACTION.choose.length + 1), Number(value)))
    : undefined;
}

/** The value of a paging button: the page that it leads to, counted from 1. */
export function pageValue(questionId: string, page: number): string {
  return `${questionId}:${page}`;
}

/** Reads {@link pageValue}: a uuid and a page of 1 or more; undefined for everything else. */
export function parsePageValue(value: string): { questionId: string; page: number } | undefined {
  const parsed = parseNumbered(value);
  return parsed && { questionId: parsed.questionId, page: parsed.number };
}
