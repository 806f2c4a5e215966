import type { ActionsBlock } from '@slack/types';
import { ACTION, choiceValue, isChoiceNumber, isQuestionId, menuBlockId } from './ids.js';
import { LIMITS } from './limits.js';
import { plainText } from './parts.js';
import { cutWords, oneLine } from './words.js';

/** One answer that a member can tap. */
export type ChoiceControl = {
  /** 1 to 100, as the digest shows it. */
  number: number;
  /** Plain words, untrusted. */
  label: string;
};

/** More than these become a select menu: five rows of buttons are what a phone shows at a glance. */
export const MOST_BUTTONS = 5;

/**
 * What a choice is called wherever it is shown in plain text: `1 · Coerce in the renderer`, cut at a word with `…`; the
 * number alone when there are no words or no room for them.
 *
 * @param room UTF-16 units, at least the three of the largest number
 */
export function choiceLabel({ number, label }: ChoiceControl, room: number): string {
  const lead = `${number} · `;
  const words = cutWords(oneLine(label), room - lead.length);
  return words === '' ? `${number}` : lead + words;
}

/**
 * The controls of a question: up to five buttons, more as one menu; none for no choices. Only choices whose press can be
 * read again are drawn: numbers from 1 to 100, each once, of a question named by a uuid.
 *
 * @param room UTF-16 units a label may have, at most Slack's 75
 */
export function choiceBlocks(
  questionId: string,
  choices: readonly ChoiceControl[],
  room: number = LIMITS.button.text,
): ActionsBlock[] {
  if (!isQuestionId(questionId)) return [];
  const byNumber = new Map(
    choices.filter((choice) => isChoiceNumber(choice.number)).map((c) => [c.number, c]),
  );
  const drawn = [...byNumber.values()].map((choice) => ({
    text: plainText(choiceLabel(choice, room)),
    value: choiceValue(questionId, choice.number),
    number: choice.number,
  }));
  if (drawn.length === 0) return [];
  if (drawn.length > MOST_BUTTONS) {
    const options = drawn.map(({ text, number }) => ({ text, value: `${number}` }));
    const placeholder = plainText('Choose an answer');
    return [
      {
        type: 'actions',
        block_id: menuBlockId(questionId),
        elements: [{ type: 'static_select', action_id: ACTION.choose, placeholder, options }],
      },
    ];
  }
  const elements = drawn.map(({ text, value, number }) => ({
    type: 'button' as const,
    action_id: `${ACTION.choice}:${number}`,
    text,
    value,
  }));
  return [{ type: 'actions', elements }];
}
