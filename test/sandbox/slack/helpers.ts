import bolt, { type Logger, LogLevel } from '@slack/bolt';
import { type WebAPICallResult, WebAPIPlatformError, WebClient } from '@slack/web-api';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import type { LocalSlackOptions } from '../../../src/sandbox/slack/options.js';
import { startLocalSlack } from '../../../src/sandbox/slack/server.js';

const silent = () => {};

/** A logger for the clients, so that expected failures do not fill the test's output. */
export const quiet: Logger = {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  setLevel: silent,
  getLevel: () => LogLevel.ERROR,
  setName: silent,
};

/** What a test opened, closed again in reverse order. */
export class Cleanup {
  readonly #tasks: (() => Promise<unknown>)[] = [];

  add(task: () => Promise<unknown>): void {
    this.#tasks.push(task);
  }

  async run(): Promise<void> {
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) await task();
  }
}

export async function startSlack(cleanup: Cleanup, options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack(options);
  cleanup.add(() => slack.close());
  return slack;
}

/** The real client with the bot token, without retries. */
export function botClient(slack: LocalSlack): WebClient {
  return client(slack, slack.tokens.bot);
}

export function client(slack: LocalSlack, token: string | undefined): WebClient {
  return new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    logger: quiet,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
}

/** The real Bolt app in Socket Mode, not started yet. */
export function boltApp(cleanup: Cleanup, slack: LocalSlack): bolt.App {
  const app = new bolt.App({
    token: slack.tokens.bot,
    appToken: slack.tokens.app,
    socketMode: true,
    logger: quiet,
    clientOptions: { slackApiUrl: slack.apiUrl },
  });
  cleanup.add(() => app.stop());
  return app;
}

/** The answer of a call that Slack refuses; fails when the call succeeds or fails otherwise. */
export async function refusal(
  call: Promise<WebAPICallResult>,
): Promise<WebAPICallResult & { error: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return error.data;
    throw error;
  }
  throw new Error('the call was expected to be refused');
}
