import { LIMITS } from '#blocks/limits.js';
import {
  anything,
  arrayOf,
  boolean,
  both,
  byType,
  type Check,
  exactlyOne,
  integer,
  isRecord,
  object,
  string,
  url,
} from './checks.js';
import {
  actionId,
  confirm,
  oneOptionList,
  overflowOption,
  plainText,
  selectFields,
  style,
  type,
} from './objects.js';

const button = object(
  { type, text: plainText(LIMITS.button.text) },
  {
    action_id: actionId,
    value: string({ max: LIMITS.button.value }),
    url: url(LIMITS.button.url),
    style,
    confirm,
    accessibility_label: string({ max: LIMITS.button.accessibilityLabel }),
  },
);

const staticSelect = both(
  object({ type }, { action_id: actionId, confirm, focus_on_load: boolean, ...selectFields }),
  oneOptionList,
);

const overflow = object(
  { type, options: arrayOf(overflowOption, { max: LIMITS.overflow.options }) },
  { action_id: actionId, confirm },
);

const imageSource = exactlyOne('image_url', 'slack_file');

export const imageFields = {
  required: { type, alt_text: string({ max: LIMITS.image.altText }) },
  optional: { image_url: url(LIMITS.image.url), slack_file: anything },
  source: imageSource,
};

const image = both(object(imageFields.required, imageFields.optional), imageSource);

const inputLength = integer({ min: 0, max: LIMITS.input.maxLength });

const plainTextInput = object(
  { type },
  {
    action_id: actionId,
    initial_value: string({ min: 0, max: LIMITS.input.maxLength }),
    multiline: boolean,
    min_length: inputLength,
    max_length: integer({ min: 1, max: LIMITS.input.maxLength }),
    dispatch_action_config: anything,
    focus_on_load: boolean,
    placeholder: plainText(LIMITS.select.placeholder),
  },
);

/** Slack knows these too; the app draws none of them, so only their id is looked at. */
const otherControl: Check = (value, at, report) => {
  if (isRecord(value) && value.action_id !== undefined) actionId(value.action_id, `${at}/action_id`, report);
};

const choosers = {
  button,
  static_select: staticSelect,
  overflow,
  multi_static_select: otherControl,
  users_select: otherControl,
  conversations_select: otherControl,
  channels_select: otherControl,
  external_select: otherControl,
  checkboxes: otherControl,
  radio_buttons: otherControl,
  datepicker: otherControl,
  timepicker: otherControl,
};

/** What may stand in an actions row. */
export const actionElement = byType(choosers);

/** What may stand beside a section's text. */
export const accessory = byType({ ...choosers, image });

/** What may stand in an input block. */
export const inputElement = byType({
  plain_text_input: plainTextInput,
  static_select: staticSelect,
  multi_static_select: otherControl,
  users_select: otherControl,
  conversations_select: otherControl,
  channels_select: otherControl,
  external_select: otherControl,
  checkboxes: otherControl,
  radio_buttons: otherControl,
  datepicker: otherControl,
  timepicker: otherControl,
});

export const contextImage = image;
