import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { ConfigError } from '../config/errors.js';
import { sandboxEnvironment, sandboxServer } from '../config/sandbox-env.js';
import { readNamedYamlFile } from '../config/yaml-file.js';
import { StoreError } from '../store/errors.js';
import { type AppProcess, startAppProcess } from './app-process.js';
import { type DrawingSettings, drawingOf, sandboxDocument, withDrawing } from './document.js';
import { createOwnDatabase, type OwnDatabase } from './own-database.js';
import type { LocalSlack } from './slack/local-slack.js';
import { MESSAGE_EVENTS } from './slack/options.js';
import { startLocalSlack } from './slack/server.js';
import { type LocalLoop, startLocalLoop } from './the-loop/local-loop.js';
import { type LocalTicket, startLocalTicket } from './ticket/local-ticket.js';

/** The work item that the sandbox's agent works on. */
export const WORK_ITEM = 'github:octo/app#7';

/** Another app's bot in the same channel, which is not listened to. */
export const OTHER_BOT = { id: 'U0BUILDBOT', botId: 'B0BUILDBOT' };

/** Opens nothing but the local GitHub. */
const GITHUB_TOKEN = 'ghp_sandbox';

/** A local Slack, ticket and the-loop, and what the real app is told to find them. */
export type World = {
  slack: LocalSlack;
  ticket: LocalTicket;
  loop: LocalLoop;
  /** The channel that the app posts in. */
  channel: string;
  /** Everyone in the workspace: whoever the settings list first, then those who are in every sandbox. */
  members: readonly string[];
  /** Those of them who the settings list. */
  authorized: readonly string[];
  /** How the settings say that messages are drawn. */
  drawing: DrawingSettings;
  /** The app's event log and the-loop's: one file, as on a real machine. */
  eventLog: string;
  folder: string;
  /** Starts the real app as its own process. */
  startApp(): AppProcess;
  /** Writes other drawing settings; the app reads them when it starts. */
  setDrawing(settings: DrawingSettings): Promise<void>;
  close(): Promise<void>;
};

/** With `DATABASE_URL`, a database of the sandbox's own on that server; without, the app's embedded one. */
async function ownDatabase(server: string | undefined): Promise<OwnDatabase | undefined> {
  if (server === undefined) return undefined;
  try {
    return await createOwnDatabase(server, 'the_loop_slack_sandbox');
  } catch (cause) {
    const why = cause instanceof StoreError ? ` (${cause.message})` : '';
    const problem = `no database can be created on its server, and the sandbox never uses one that is there already${why}`;
    throw new ConfigError([{ file: 'environment', path: 'DATABASE_URL', problem }], { cause });
  }
}

/**
 * Starts the three local servers on loopback and writes the app's configuration, all in a temporary folder.
 *
 * @param options.config a user's own settings file; its state root is replaced, the rest is taken as it is
 * @throws ConfigError when that file is missing or not YAML
 */
export async function startWorld(options: { config?: string | undefined } = {}): Promise<World> {
  const own =
    options.config === undefined
      ? undefined
      : await readNamedYamlFile(path.resolve(options.config), '--config');
  const database = await ownDatabase(sandboxServer());
  const folder = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-sandbox-'));
  const stateRoot = path.join(folder, '.the-loop');
  const eventLog = path.join(stateRoot, 'logs', 'events.jsonl');
  const { document, channel, members, authorized } = sandboxDocument(own?.data, stateRoot);
  const config = path.join(folder, 'slack.yaml');
  await mkdir(path.dirname(eventLog), { recursive: true });
  await writeFile(config, stringify(document));
  const slack = await startLocalSlack({
    users: [
      ...members.map((id) => ({ id, name: id.toLowerCase(), isBot: false })),
      { id: OTHER_BOT.id, name: 'build-bot', isBot: true },
    ],
    subscribedEvents: [...MESSAGE_EVENTS, 'app_home_opened'],
    channels: [{ id: channel, name: 'the-loop', kind: 'public', botIsMember: true, archived: false }],
  });
  const ticket = await startLocalTicket({ token: GITHUB_TOKEN, repositories: ['octo/app'] });
  const loop = await startLocalLoop({ logPath: eventLog });
  const env = sandboxEnvironment(folder, {
    SLACK_API_URL: slack.apiUrl,
    GITHUB_API_URL: ticket.apiUrl,
    THE_LOOP_URL: loop.url,
    THE_LOOP_SLACK_BOT_TOKEN: slack.tokens.bot,
    THE_LOOP_SLACK_APP_TOKEN: slack.tokens.app,
    GITHUB_TOKEN,
    LOG_FORMAT: 'json',
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  const world: World = {
    ...{ slack, ticket, loop, channel, members, authorized, eventLog, folder },
    drawing: drawingOf(document),
    startApp: () => startAppProcess({ config, cwd: folder, env }),
    async setDrawing(settings) {
      await writeFile(config, stringify(withDrawing(document, settings)));
      world.drawing = settings;
    },
    async close() {
      await Promise.all([slack.close(), ticket.close(), loop.close()]);
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}
