/**
 * How the reader has set the page up: kept by the tab, and the last tab's in a cookie, so that the server draws it so at once.
 */
export type Choices = {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly device: 'phone' | 'desktop';
  /** Whom the reader acts as; `''` for the first who may answer. */
  readonly as: string;
  readonly screen: 'channel' | 'home';
  /** The root's `ts` of the open thread; `''` for none. */
  readonly thread: string;
  /** The ref of the ticket that is shown; `''` for the newest. */
  readonly item: string;
  /** Whether the composer is open. */
  readonly composing: boolean;
  /** Which column a narrow screen shows. */
  readonly column: 'slack' | 'ticket' | 'session';
};

export const COOKIE = 'sandbox-page';

export const DEFAULT_CHOICES: Choices = {
  theme: 'auto',
  device: 'phone',
  as: '',
  screen: 'channel',
  thread: '',
  item: '',
  composing: false,
  column: 'slack',
};

function oneOf<T extends string>(values: readonly T[], value: unknown, fallback: T): T {
  return values.find((candidate) => candidate === value) ?? fallback;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Reads the page's cookie from a `Cookie` header or `document.cookie`; the default for whatever it does not say. */
export function readChoices(cookies: string): Choices {
  const [, encoded = ''] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies) ?? [];
  try {
    return parseChoices(decodeURIComponent(encoded));
  } catch {
    return DEFAULT_CHOICES;
  }
}

/** Reads choices kept as JSON; the default for whatever they do not say. */
export function parseChoices(json: string): Choices {
  let fields: Record<string, unknown> = {};
  try {
    fields = fieldsOf(JSON.parse(json));
  } catch {
    // Whatever another page on this host may have left there is no choice of ours.
  }
  const words = (value: unknown, shape: RegExp) =>
    typeof value === 'string' && shape.test(value) ? value : '';
  return {
    theme: oneOf(['auto', 'light', 'dark'], fields.theme, DEFAULT_CHOICES.theme),
    device: oneOf(['phone', 'desktop'], fields.device, DEFAULT_CHOICES.device),
    as: words(fields.as, /^[A-Z0-9]{1,30}$/),
    screen: oneOf(['channel', 'home'], fields.screen, DEFAULT_CHOICES.screen),
    thread: words(fields.thread, /^[0-9]+\.[0-9]+$/),
    item: words(fields.item, /^[a-z]+:[\w./-]+#[0-9]+$/),
    composing: fields.composing === true,
    column: oneOf(['slack', 'ticket', 'session'], fields.column, DEFAULT_CHOICES.column),
  };
}

/** The cookie that says so, for `document.cookie`. */
export function writeChoices(choices: Choices): string {
  return `${COOKIE}=${encodeURIComponent(JSON.stringify(choices))}; path=/; max-age=31536000; samesite=strict`;
}
