import { type FitOptions, fit } from '../digest/index.js';
import { composeMessage } from '../slack/compose.js';
import { UsageError } from './exit.js';
import { readText } from './read-text.js';

/** What `digest` is called with. */
export type DigestOptions = { maxChars: string; mode: string; url?: string; format: string };

const MODES = ['digest', 'truncate'] as const;

/** A work item's page on GitHub or a GitHub Enterprise host, or a comment on it. */
const ITEM_URL = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/;

/** Stands in for the row that a real message has. */
const NO_ROW = '00000000-0000-4000-8000-000000000000';

/** The message as the app would post it, with every control that Socket Mode allows. */
function blocks(markdown: string, { maxChars, mode, url }: FitOptions): string {
  const [, repository, number] = (url === undefined ? null : ITEM_URL.exec(url)) ?? [];
  const label = repository === undefined ? 'a work item' : `${repository}#${number}`;
  const { message } = composeMessage(
    {
      id: NO_ROW,
      workItem: label,
      eventType: 'session.awaiting_input',
      text: markdown,
      url: url ?? null,
      actor: null,
      question: 'open',
    },
    {
      verbosity: 'normal',
      maxChars,
      longMessages: mode ?? 'digest',
      pressable: true,
      describeWorkItem: () => ({ label, url }),
    },
  );
  return JSON.stringify(message, null, 2);
}

function render(markdown: string, options: FitOptions, format: string): string {
  switch (format) {
    case 'text':
      return fit(markdown, options).text;
    case 'json':
      return JSON.stringify(fit(markdown, options), null, 2);
    case 'blocks':
      return blocks(markdown, options);
    default:
      throw new UsageError('--format: must be text, json or blocks');
  }
}

/**
 * Prints what Slack would show of a Markdown text.
 *
 * @param file a Markdown file, or `-` for stdin
 * @throws UsageError for an option or a file that is wrong
 */
export async function digest(file: string, options: DigestOptions): Promise<void> {
  const maxChars = Number(options.maxChars);
  if (!Number.isInteger(maxChars) || maxChars < 200 || maxChars > 3000) {
    throw new UsageError('--max-chars: must be a whole number from 200 to 3000');
  }
  const mode = MODES.find((candidate) => candidate === options.mode);
  if (mode === undefined) throw new UsageError('--mode: must be digest or truncate');
  const { url } = options;
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    throw new UsageError('--url: must be an http or https URL, such as the comment on the ticket');
  }
  const markdown = await readText(file, 'FILE');
  process.stdout.write(`${render(markdown, { maxChars, mode, url }, options.format)}\n`);
}
