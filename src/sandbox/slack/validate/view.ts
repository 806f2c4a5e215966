import { LIMITS } from '#blocks/limits.js';
import { blockCheck, type Surface } from './block-table.js';
import { arrayOf, boolean, both, byType, type Check, isRecord, object, string } from './checks.js';
import { plainText, type } from './objects.js';
import { uniqueIds } from './unique-ids.js';

const common = {
  private_metadata: string({ min: 0, max: LIMITS.view.privateMetadata }),
  callback_id: string({ min: 0, max: LIMITS.view.callbackId }),
  external_id: string({ min: 0, max: LIMITS.view.externalId }),
};

function blocks(surface: Surface): Check {
  return both(arrayOf(blockCheck(surface), { min: 0, max: LIMITS.view.blocks }), uniqueIds);
}

const needsSubmit: Check = (view, at, report) => {
  if (!isRecord(view) || !Array.isArray(view.blocks) || view.submit !== undefined) return;
  const hasInput = view.blocks.some((block) => isRecord(block) && block.type === 'input');
  if (hasInput) report('missing required field: submit', at);
};

const modal = both(
  object(
    { type, title: plainText(LIMITS.view.title), blocks: blocks('modal') },
    {
      ...common,
      submit: plainText(LIMITS.view.submit),
      close: plainText(LIMITS.view.close),
      clear_on_close: boolean,
      notify_on_close: boolean,
      submit_disabled: boolean,
    },
  ),
  needsSubmit,
);

const home = object({ type, blocks: blocks('home') }, common);

/** A whole view, modal or home. */
export const viewCheck: Check = byType({ modal, home });
