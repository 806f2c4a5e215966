// Draws docs/images/*.png from the sandbox's page: every surface, phone and desktop, light and dark.
// Looks best with the fonts that CONTRIBUTING.md names.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = path.join(ROOT, 'docs', 'images');
const LARGEST = 200_000;
/** How much of the page is seen: a phone whole, and for the whole page no more than a small file holds. */
const SURFACES = { width: 1440, height: 1060 };
const WHOLE = { width: 1310, height: 690 };
const SHORT = 'short question';

await mkdir(IMAGES, { recursive: true });
const cwd = await mkdtemp(path.join(tmpdir(), 'the-loop-slack-pictures-'));
const child = spawn(process.execPath, [path.join(ROOT, 'dist/cli/main.js'), 'sandbox'], {
  cwd,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => child.once('close', resolve));
let output = '';
const url = await new Promise((resolve, reject) => {
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
    const [, address] = /^Page: (\S+)$/m.exec(output) ?? [];
    if (address && output.includes('Slack · a new thread')) resolve(address);
  });
  ended.then(() => reject(new Error(`the sandbox ended: ${output}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});

/** Opens the page in a look, and gives how to take pictures of it. */
async function open(device, colorScheme) {
  const context = await browser.newContext({
    viewport: SURFACES,
    deviceScaleFactor: device === 'phone' ? 1.5 : 1,
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.waitForSelector('html[data-live]');
  if (device === 'desktop') await page.getByRole('button', { name: 'Desktop' }).click();
  const whole = page.locator('body');
  const save = async (name, target) => {
    await page.mouse.move(0, 0);
    await page.evaluate('document.activeElement?.blur()');
    const file = `${name}-${device}-${colorScheme}.png`;
    // The whole page at one pixel each: there is much on it.
    await target.screenshot({ path: path.join(IMAGES, file), scale: target === whole ? 'css' : 'device' });
  };
  return { page, save, whole, slack: page.locator('.device'), close: () => context.close() };
}

/** The agent asks about a new work item, through the composer. */
async function ask(page, example) {
  const roots = page.locator('.slack-column .message');
  const before = await roots.count();
  await page.getByRole('button', { name: 'Ask a question' }).first().click();
  await page.locator('.examples').getByRole('button', { name: example, exact: true }).click();
  await page.getByLabel('about').selectOption('new');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await roots.nth(before).waitFor();
}

const newest = (page) => page.locator('.slack-column .message').last();

/** Scrolls to where the choices are. */
const toEnd = (page) => page.locator('.messages').evaluate((list) => list.scrollTo(0, list.scrollHeight));

async function pictures(device, colorScheme) {
  const { page, save, whole, slack, close } = await open(device, colorScheme);
  await ask(page, 'question');
  if (device === 'phone') {
    await page.setViewportSize(WHOLE);
    await page.getByRole('button', { name: 'Ask a question' }).first().click();
    await save('composer', whole);
    await page.getByRole('button', { name: 'Close the composer' }).click();
    await page.setViewportSize(SURFACES);
  }
  await save('message', slack);
  await newest(page).getByRole('button', { name: 'Open full text' }).click();
  await page.getByRole('dialog').getByText('Open on GitHub').waitFor();
  await save('modal', slack);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await ask(page, SHORT);
  await toEnd(page);
  await save('choices-before', slack);
  await page.getByRole('button', { name: 'App Home' }).click();
  await page.getByText('Open the thread').first().waitFor();
  await save('home', slack);
  await page.getByRole('button', { name: 'the-loop', exact: true }).click();
  await newest(page).getByRole('button', { name: /^2 · / }).click();
  await newest(page)
    .getByText(/delivered$/)
    .waitFor();
  await toEnd(page);
  await save('choices-after', slack);
  if (device === 'phone') {
    await page.setViewportSize(WHOLE);
    await toEnd(page);
    await save('page', whole);
    await page.setViewportSize(SURFACES);
  }

  await ask(page, SHORT);
  await page.getByLabel('You are').selectOption({ label: 'Mallory, not listed' });
  await newest(page).getByRole('button', { name: /^1 · / }).click();
  await page.getByText('Only visible to you').last().waitFor();
  await toEnd(page);
  await save('unauthorized', slack);
  // What waits in App Home is the same for every look.
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Nothing was asked yet.').waitFor();
  await page.getByText('App running').waitFor();
  await close();
}

try {
  for (const device of ['phone', 'desktop']) {
    for (const colorScheme of ['light', 'dark']) await pictures(device, colorScheme);
  }
} finally {
  await browser.close();
  child.stdin.end('/quit\n');
  await ended;
  await rm(cwd, { recursive: true, force: true });
}
const large = [];
for (const name of await readdir(IMAGES)) {
  const { size } = await stat(path.join(IMAGES, name));
  if (size > LARGEST) large.push(`${name}: ${size} bytes`);
}
if (large.length > 0) throw new Error(`larger than ${LARGEST} bytes: ${large.join(', ')}`);
