import { LIMITS } from '#blocks/limits.js';
import {
  anything,
  arrayOf,
  boolean,
  both,
  byType,
  type Check,
  type Fields,
  isRecord,
  object,
  string,
} from './checks.js';
import { accessory, actionElement, contextImage, imageFields, inputElement } from './elements.js';
import { anyText, blockId, plainText, type } from './objects.js';

/** Where blocks are shown; a few block types exist only in messages. */
export type Surface = 'message' | 'modal' | 'home';

const id = { block_id: blockId };

const textOrFields: Check = (value, at, report) => {
  if (isRecord(value) && value.text === undefined && value.fields === undefined) {
    report('missing required field: text', at);
  }
};

const section = both(
  object(
    { type },
    {
      ...id,
      text: anyText(LIMITS.section.text),
      fields: arrayOf(anyText(LIMITS.section.field), { max: LIMITS.section.fields }),
      accessory,
      expand: boolean,
    },
  ),
  textOrFields,
);

const contextText = anyText(LIMITS.context.text);
const contextElement: Check = (value, at, report) => {
  if (isRecord(value) && value.type === 'image') contextImage(value, at, report);
  else contextText(value, at, report);
};

const context = object({ type, elements: arrayOf(contextElement, { max: LIMITS.context.elements }) }, id);

const actions = object({ type, elements: arrayOf(actionElement, { max: LIMITS.actions.elements }) }, id);

const image = both(
  object(imageFields.required, {
    ...imageFields.optional,
    ...id,
    title: plainText(LIMITS.image.title),
  }),
  imageFields.source,
);

const input = object(
  { type, label: plainText(LIMITS.input.label), element: inputElement },
  { ...id, hint: plainText(LIMITS.input.hint), optional: boolean, dispatch_action: boolean },
);

/** Rich text is what Slack makes of typed text; only its outline is looked at. */
const richText = object(
  {
    type,
    elements: arrayOf(
      byType({
        rich_text_section: anything,
        rich_text_list: anything,
        rich_text_quote: anything,
        rich_text_preformatted: anything,
      }),
      { max: Number.MAX_SAFE_INTEGER },
    ),
  },
  id,
);

const everywhere: Fields = {
  section,
  context,
  actions,
  divider: object({ type }, id),
  header: object({ type, text: plainText(LIMITS.header.text) }, id),
  image,
  input,
  rich_text: richText,
};

const inMessages: Fields = {
  ...everywhere,
  markdown: object({ type, text: string({ max: LIMITS.markdown.text }) }, id),
  table: object({ type, rows: anything }, { ...id, column_settings: anything }),
};

const byAnyType = byType(everywhere);
const byMessageType = byType(inMessages);

/** The check for one block on a surface. */
export function blockCheck(surface: Surface): Check {
  return surface === 'message' ? byMessageType : byAnyType;
}
