import { type Control, controlsOf, isObject } from '../blocks/controls.js';
import { SandboxSlackError } from '../errors.js';
import type { JsonObject } from '../model.js';

/** Which control a person means. `blockId` and `value` are needed only where several share an `action_id`. */
export type ControlChoice = {
  readonly actionId: string;
  readonly blockId?: string;
  /** A button's `value`. */
  readonly value?: string;
  /** The `value` of the option taken in a select or overflow menu. */
  readonly selectedOption?: string;
};

/**
 * The one control on the surface that a person means.
 * @throws SandboxSlackError `no_such_control`, `ambiguous_control`
 */
export function findControl(blocks: readonly JsonObject[], choice: ControlChoice): Control {
  const found = controlsOf(blocks).filter(
    ({ block, element }) =>
      element.action_id === choice.actionId &&
      (choice.blockId === undefined || block.block_id === choice.blockId) &&
      (choice.value === undefined || element.value === choice.value),
  );
  const [control] = found;
  if (control === undefined) {
    const there = controlsOf(blocks).map(({ element }) => element.action_id);
    throw new SandboxSlackError(
      'no_such_control',
      `no control ${choice.actionId} to press; there are: ${there.join(', ') || 'none'}`,
    );
  }
  if (found.length > 1) {
    throw new SandboxSlackError(
      'ambiguous_control',
      `${found.length} controls are ${choice.actionId}; name the blockId or the value`,
    );
  }
  return control;
}

/**
 * One entry of `actions` in a `block_actions` payload.
 * @throws SandboxSlackError `no_such_option`
 */
export function actionOf({ block, element }: Control, choice: ControlChoice, actionTs: string): JsonObject {
  const common = {
    type: element.type,
    action_id: element.action_id,
    block_id: block.block_id,
    action_ts: actionTs,
  };
  if (element.type === 'button') {
    const { text, value, style } = element;
    return {
      ...common,
      text,
      ...(value === undefined ? {} : { value }),
      ...(style === undefined ? {} : { style }),
    };
  }
  const option = optionsOf(element).find(({ value }) => value === choice.selectedOption);
  if (option === undefined) {
    throw new SandboxSlackError(
      'no_such_option',
      `${choice.actionId} has no option ${choice.selectedOption ?? '(selectedOption is missing)'}`,
    );
  }
  const { placeholder } = element;
  return { ...common, selected_option: option, ...(placeholder === undefined ? {} : { placeholder }) };
}

function optionsOf(element: JsonObject): readonly JsonObject[] {
  const groups = Array.isArray(element.option_groups) ? element.option_groups.filter(isObject) : [];
  return [element.options, ...groups.map((group) => group.options)]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter(isObject);
}
