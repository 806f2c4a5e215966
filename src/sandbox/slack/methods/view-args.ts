import { z } from 'zod';
import { failureWithMessages, MethodFailure } from '../errors.js';
import { readView } from '../read-view.js';
import type { ShownView, ViewSource, Views } from '../views.js';

/** A form field holds the view as JSON, which `parseArgs` has already read; anything else is refused later. */
export const viewArg = z.unknown().refine((value) => value !== undefined, 'missing required field: view');

/**
 * The view of a call, checked.
 * @throws MethodFailure `invalid_arguments`, `view_too_large`
 */
export function checkedView(value: unknown, type: 'modal' | 'home'): ViewSource {
  const result = readView(value);
  if (result.kind === 'too_large') throw new MethodFailure('view_too_large');
  if (result.kind === 'invalid') throw failureWithMessages('invalid_arguments', result.problems);
  if (result.view.type !== type) {
    throw failureWithMessages('invalid_arguments', [`must be one of: ${type} [json-pointer:/view/type]`]);
  }
  return result.view;
}

/** @throws MethodFailure `duplicate_external_id` when another view has it */
export function requireFreeExternalId(views: Views, source: ViewSource, own?: ShownView): void {
  const { external_id: externalId } = source;
  if (typeof externalId !== 'string') return;
  const holder = views.byExternalId(externalId);
  if (holder !== undefined && holder.id !== own?.id) throw new MethodFailure('duplicate_external_id');
}

/** @throws MethodFailure `hash_conflict` when the view changed since the caller saw it */
export function requireHash(shown: ShownView | undefined, hash: string | undefined): void {
  if (hash !== undefined && shown !== undefined && shown.hash !== hash) {
    throw new MethodFailure('hash_conflict');
  }
}
