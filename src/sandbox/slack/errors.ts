/** Why a person's action in the local workspace could not be played. */
export type SandboxSlackErrorCode =
  | 'unknown_channel'
  | 'unknown_user'
  | 'unknown_message'
  | 'unknown_view'
  | 'archived_channel'
  | 'no_such_control'
  | 'ambiguous_control'
  | 'no_such_option'
  | 'not_the_author'
  | 'not_a_modal'
  | 'duplicate_id'
  | 'not_listening'
  | 'timed_out';

/** A test or the sandbox's page asked for something a person could not do in Slack. */
export class SandboxSlackError extends Error {
  readonly code: SandboxSlackErrorCode;

  constructor(code: SandboxSlackErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SandboxSlackError';
    this.code = code;
  }
}

/**
 * A Web API call that Slack would refuse with `ok: false`. Thrown by method handlers, caught by the
 * dispatcher alone, which answers `{ok: false, error, ...details}`.
 */
export class MethodFailure extends Error {
  readonly error: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(error: string, details: Readonly<Record<string, unknown>> = {}) {
    super(error);
    this.name = 'MethodFailure';
    this.error = error;
    this.details = details;
  }
}

/** A refusal with the lines Slack puts under `response_metadata.messages`, each prefixed `[ERROR] `. */
export function failureWithMessages(error: string, problems: readonly string[]): MethodFailure {
  const messages = problems.map((problem) => `[ERROR] ${problem}`);
  return new MethodFailure(error, { errors: problems, response_metadata: { messages } });
}
