import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { until } from '../helpers/until.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
const CHROMIUM = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/** Whether there is a browser at all; says so in one line when there is none. */
export function hasBrowser(): boolean {
  if (existsSync(CHROMIUM)) return true;
  process.stdout.write(`skipped: there is no Chromium at ${CHROMIUM}; CHROMIUM_PATH names another\n`);
  return false;
}

/** How long something may take to show on the page, in milliseconds: an app that restarts opens its database anew. */
export const PATIENCE = 90_000;

/** A sandbox with its page, and a browser before it. */
export type Rig = {
  url: string;
  /** Opens the page anew, as another reader would. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** What any page logged or threw. */
  complaints(): readonly string[];
  close(): Promise<void>;
};

/** Resolves with what `pattern` finds in a process's output. */
async function printed(child: ChildProcess, output: () => string, pattern: RegExp): Promise<string> {
  const look = () => {
    if (child.exitCode !== null) throw new Error(`the sandbox ended: ${output()}`);
    return pattern.exec(output())?.[1];
  };
  return until(String(pattern), look, 60_000);
}

/** Starts `the-loop-slack sandbox` as a user does, with its first question asked, and a browser. */
export async function startRig(): Promise<Rig> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-browser-'));
  const child = spawn(process.execPath, [MAIN, 'sandbox'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.stdin.end('/quit\n');
    await ended;
    await rm(cwd, { recursive: true, force: true });
  };
  let url = '';
  let browser: Browser;
  try {
    url = await printed(child, () => output, /^Page: (\S+)$/m);
    await printed(child, () => output, /(Slack · a new thread)/);
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const complaints: string[] = [];
  return {
    url,
    complaints: () => complaints,
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(url);
      await page.waitForSelector('html[data-live]');
      return page;
    },
    async close() {
      await browser.close();
      await stop();
    },
  };
}

/** Asks through the composer, about a new work item unless told otherwise, and waits until Slack shows it. */
export async function ask(page: Page, markdown: string, about = 'new'): Promise<void> {
  const roots = page.locator('.slack-column .message');
  const before = await roots.count();
  await page.getByRole('button', { name: 'Ask a question' }).first().click();
  await page.getByLabel('The question, as Markdown').fill(markdown);
  await page.getByLabel('about').selectOption(about);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await roots.nth(before).waitFor();
}

/** The newest message in the open screen. */
export function newest(page: Page) {
  return page.locator('.slack-column .message').last();
}

/** What the session was given last. */
export function delivered(page: Page) {
  return page.locator('.terminal .prompt').last();
}
