import { LIMITS } from '#blocks/limits.js';
import {
  arrayOf,
  boolean,
  both,
  byType,
  type Check,
  exactlyOne,
  isRecord,
  object,
  oneOf,
  string,
  url,
} from './checks.js';

/** Any value of `type`, already looked at by `byType`. */
export const type: Check = () => {};

export const blockId = string({ max: LIMITS.id.block });
export const actionId = string({ max: LIMITS.id.action });

export function plainText(max: number): Check {
  return byType({ plain_text: object({ type, text: string({ max }) }, { emoji: boolean }) });
}

export function anyText(max: number): Check {
  return byType({
    plain_text: object({ type, text: string({ max }) }, { emoji: boolean }),
    mrkdwn: object({ type, text: string({ max }) }, { verbatim: boolean }),
  });
}

export const style = oneOf(['primary', 'danger']);

export const confirm = object(
  {
    title: plainText(LIMITS.confirm.title),
    text: anyText(LIMITS.confirm.text),
    confirm: plainText(LIMITS.confirm.button),
    deny: plainText(LIMITS.confirm.button),
  },
  { style },
);

const { option: optionLimits, select: selectLimits } = LIMITS;

const optionFields = {
  text: plainText(optionLimits.text),
  value: string({ max: optionLimits.value }),
};
const description = { description: plainText(optionLimits.description) };

const option = object(optionFields, description);
export const overflowOption = object(optionFields, { ...description, url: url(optionLimits.url) });

const optionGroup = object({
  label: plainText(selectLimits.groupLabel),
  options: arrayOf(option, { max: selectLimits.options }),
});

/** The choices of a static select, in one list or in groups. */
export const selectFields = {
  options: arrayOf(option, { max: selectLimits.options }),
  option_groups: arrayOf(optionGroup, { max: selectLimits.optionGroups }),
  initial_option: option,
  placeholder: plainText(selectLimits.placeholder),
};

const initialOptionIsListed: Check = (value, at, report) => {
  if (!isRecord(value) || !isRecord(value.initial_option)) return;
  const groups = Array.isArray(value.option_groups) ? value.option_groups : [];
  const lists = [value.options, ...groups.map((group) => (isRecord(group) ? group.options : undefined))];
  const values = lists.flatMap((list) => (Array.isArray(list) ? list : [])).map(optionValue);
  if (!values.includes(optionValue(value.initial_option))) {
    report('must be one of the options', `${at}/initial_option`);
  }
};

export const oneOptionList = both(exactlyOne('options', 'option_groups'), initialOptionIsListed);

function optionValue(option: unknown): unknown {
  return isRecord(option) ? option.value : undefined;
}
