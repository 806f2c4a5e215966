/** What can be wrong with something the ledger is asked to write; each code is one cause a caller can name. */
export type LedgerErrorCode =
  /** A Slack channel id or message ts that does not look like one: it would become part of an HTML comment. */
  | 'bad-message-id'
  /** A base URL of GitHub's API that is no http or https URL. */
  | 'bad-api-url'
  /** The finished body has no marker, or more than one. */
  | 'marker-missing'
  /** The finished body still holds a control keyword. */
  | 'keyword-parses'
  /** The finished body opens an HTML comment that is not ours. */
  | 'comment-opener'
  /** A line of the reply stands outside the quote. */
  | 'quote-escaped'
  /** One of the process's own tokens is in the finished body. */
  | 'secret-leaked'
  /** The finished body is longer than GitHub takes. */
  | 'body-too-long';

/** A failure of the ledger's own making. `code` is for programs, `message` for people; neither holds message text. */
export class LedgerError extends Error {
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'LedgerError';
    this.code = code;
  }
}
