import { randomUUID } from 'node:crypto';
import type { Settings } from '../config/settings.js';
import { workItemUrl } from '../ledger/ref.js';
import { eventOf, operatorName, textOf, urlOf, workItemOf } from './given.js';
import { type OperateOptions, operate } from './operate.js';
import { refuseOwnTokens } from './own-tokens.js';

/** What `post` is called with. */
export type PostOptions = OperateOptions & {
  event: string;
  workItem: string;
  text?: string;
  textFile?: string;
  url?: string;
};

/**
 * Hands an event of the catalog to every channel that is subscribed to it; each call is an event of its own. One that no
 * channel is subscribed to posts nothing, says so, and is no failure: the filter is the operator's choice (R2.1).
 *
 * @throws UsageError, ConfigError (exit 2) before anything is handed on, StoreError or DoorError (exit 1)
 */
export async function post(options: PostOptions): Promise<void> {
  const type = eventOf(options.event);
  const ref = workItemOf(options.workItem);
  const url = options.url === undefined ? workItemUrl(ref) : urlOf(options.url);
  const text = await textOf('text', options.text, options.textFile);
  const event = {
    ...{ key: `post:${randomUUID()}`, type, text, url },
    ...{ workItem: ref.text, actor: operatorName() },
  };
  const check = (settings: Settings) => {
    refuseOwnTokens(text, options.text === undefined ? '--text-file' : '--text', settings);
    refuseOwnTokens(url ?? '', '--url', settings);
  };
  const doing = { command: 'post', doing: `handing ${type} to Slack`, check };
  const { channels } = await operate(doing, options, (operator) => operator.tell(event));
  const result = { workItem: ref.text, event: type, channels };
  const said =
    channels.length === 0
      ? `${ref.text}: nothing is posted: channels.slack.events does not name ${type}`
      : `${ref.text}: ${type} handed to ${channels.join(', ')}`;
  process.stdout.write(`${options.json === true ? JSON.stringify(result, null, 2) : said}\n`);
}
