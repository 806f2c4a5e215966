import type { ActionsBlock, KnownBlock } from '@slack/types';
import { LIMITS } from './limits.js';
import { context, openSection } from './parts.js';
import { messageSize } from './size.js';

/** A message from top to bottom; the parts that can give way are asked for at the room there is. */
export type MessageOutline = {
  head: readonly KnownBlock[];
  /** The texts of the sections, each at most `limit` UTF-16 units. */
  text: (limit: number) => string[];
  outcome: readonly KnownBlock[];
  /** The controls with labels of at most `room` UTF-16 units. */
  choices: (room: number) => ActionsBlock[];
  foot: readonly KnownBlock[];
};

/** Tried in this order; labels as short as the last ones are numbers alone. */
const LABEL_ROOMS = [LIMITS.option.text, 60, 48, 36, 28, 20, 14, 3];
/** Tried in this order, until a first section fits. */
const SECTION_LIMITS = [LIMITS.section.text, 1_500, 700, 300];

const TEXT_GOES_ON = '_… the text goes on; only its beginning fits here_';
const ANSWER_BY_NUMBER = '_Reply with the number of your answer._';

function fits(blocks: readonly KnownBlock[]): boolean {
  return blocks.length <= LIMITS.message.blocks && messageSize(blocks) <= LIMITS.message.blockText;
}

/** As many sections as fit between `above` and `below`, with a line that says that there was more; undefined for none. */
function cutText(outline: MessageOutline, below: readonly KnownBlock[]): KnownBlock[] | undefined {
  for (const limit of SECTION_LIMITS) {
    const kept: KnownBlock[] = [...outline.head];
    const rest = [context(TEXT_GOES_ON), ...below];
    for (const text of outline.text(limit)) {
      const next = openSection(text);
      if (!fits([...kept, next, ...rest])) break;
      kept.push(next);
    }
    if (kept.length > outline.head.length) return [...kept, ...rest];
  }
  return undefined;
}

/**
 * The blocks of a message that Slack takes whatever is in it. When all of it is too large, the labels of a menu get
 * shorter, down to their numbers; then the text ends at a section, with a line that says so; a menu that leaves no room
 * for any text gives way to the request to type the number.
 */
export function fitMessage(outline: MessageOutline): KnownBlock[] {
  const texts = outline.text(LIMITS.section.text).map(openSection);
  const below = (choices: readonly KnownBlock[]) => [...outline.outcome, ...choices, ...outline.foot];
  for (const room of LABEL_ROOMS) {
    const choices = outline.choices(room);
    const blocks = [...outline.head, ...texts, ...below(choices)];
    if (fits(blocks)) return blocks;
  }
  const byNumber = outline.choices(3).length === 0 ? [] : [context(ANSWER_BY_NUMBER)];
  for (const choices of [outline.choices(3), byNumber]) {
    const blocks = cutText(outline, below(choices));
    if (blocks) return blocks;
  }
  return [...outline.head, ...(texts.length === 0 ? [] : [context(TEXT_GOES_ON)]), ...below(byNumber)];
}
