/** `bad-url`: the-loop's address is not an http(s) URL. */
export type LoopErrorCode = 'bad-url';

/** A fault in how this room was set up. */
export class LoopError extends Error {
  readonly code: LoopErrorCode;

  constructor(code: LoopErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LoopError';
    this.code = code;
  }
}
