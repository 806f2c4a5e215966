export { toMrkdwn } from './draw/mrkdwn.js';
export { fit } from './fit/fit.js';
export type { Choice, Digest, FitOptions, Mode, Pointer, PointerKind } from './types.js';
