import { eventMessage } from '#blocks/message.js';
import { EVENT_TYPES } from '../channels/catalog.js';
import { type Digest, fit } from '../digest/index.js';
import { UsageError } from './exit.js';
import { readText } from './read-text.js';

/** What `digest` is called with. */
export type DigestOptions = { maxChars: string; mode: string; url?: string; format: string };

const MODES = ['digest', 'truncate'] as const;

/** A work item's page on GitHub or a GitHub Enterprise host, or a comment on it. */
const ITEM_URL = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/;

function render(result: Digest, url: string | undefined, format: string): string {
  switch (format) {
    case 'text':
      return result.text;
    case 'json':
      return JSON.stringify(result, null, 2);
    case 'blocks': {
      const [, repository, number] = (url === undefined ? null : ITEM_URL.exec(url)) ?? [];
      const label = repository === undefined ? 'a work item' : `${repository}#${number}`;
      const title = EVENT_TYPES.get('session.awaiting_input')?.words ?? '';
      const message = eventMessage({
        title,
        workItem: { label, url },
        text: result.text,
        hasAsk: result.ask !== undefined,
        controls: undefined,
        githubUrl: url,
        outcome: undefined,
        detail: undefined,
      });
      return JSON.stringify(message, null, 2);
    }
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
  const result = fit(markdown, { maxChars, mode, ...(url === undefined ? {} : { url }) });
  process.stdout.write(`${render(result, url, options.format)}\n`);
}
