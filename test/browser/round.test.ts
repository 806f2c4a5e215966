import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../helpers/until.js';
import { ask, delivered, hasBrowser, newest, type Rig, startRig } from './rig.js';

const QUESTION = 'Which one should I take?\n\n1. Coerce it\n2. Refuse it\n';

(hasBrowser() ? describe : describe.skip)('a round on the page', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig?.close());

  test('ask, tap a choice: the ticket and the session show it, and a reload keeps it', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    await newest(page).getByRole('button', { name: '2 · Refuse it' }).click();
    await delivered(page).filter({ hasText: '2: Refuse it' }).waitFor();
    await page.locator('.comment.mirror blockquote').filter({ hasText: '2: Refuse it' }).waitFor();
    await newest(page).getByText('delivered').waitFor();
    expect(await newest(page).getByRole('button', { name: /·/ }).count()).toBe(0);
    await page.reload();
    await delivered(page).filter({ hasText: '2: Refuse it' }).waitFor();
    expect(await newest(page).innerText()).toContain('2 · Refuse it, chosen by @Alice');
  });

  test('a reply in the thread is marked, edited and deleted, and a file goes along', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    await newest(page).getByRole('button', { name: 'Reply in thread' }).last().click();
    await page.getByLabel('File to attach').setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('ten bytes.'),
    });
    await page.getByLabel('Reply…').fill('neither, *wait* <for> me & see https://example.com/x.');
    await page.keyboard.press('Enter');
    const reply = newest(page);
    await reply.getByRole('img', { name: 'white check mark' }).waitFor();
    expect(await reply.locator('b').filter({ hasText: 'wait' }).count()).toBe(1);
    expect(await reply.innerText()).toContain('<for> me & see https://example.com/x.');
    expect(await reply.getByRole('link').getAttribute('href')).toBe('https://example.com/x');
    expect(await reply.locator('.file').innerText()).toContain('plan.txt');
    await delivered(page).filter({ hasText: 'plan.txt' }).waitFor();

    await reply.hover();
    const mine = page.locator(`.message[data-ts="${await reply.getAttribute('data-ts')}"]`);
    const edit = mine.getByRole('button', { name: 'Edit message' });
    const field = page.getByLabel('Edit the message');
    const hasFocus = (of: Locator) => of.evaluate((element) => element.matches(':focus'));
    await edit.click();
    await until('the focus in the field', () => hasFocus(field));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('thrown away');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await mine.innerText()).toContain('neither, wait');
    await edit.click();
    await field.fill(' ');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field.press('Enter');
    await field.fill('neither');
    await field.press('Enter');
    const mark = mine.getByText('(edited)');
    await mark.waitFor();
    expect(await hasFocus(mine)).toBe(true);
    // Both are measured at once: an answer to the edit comes in meanwhile and moves the thread.
    const line = await mine.getByText('neither', { exact: true }).elementHandle();
    const below = await mark.evaluate(
      (element, of) => element.getBoundingClientRect().y - (of?.getBoundingClientRect().y ?? Number.NaN),
      line,
    );
    expect(below).toBeLessThan(10);
    await page
      .getByText(/edited/i)
      .nth(1)
      .waitFor();

    await mine.hover();
    await mine.getByRole('button', { name: 'Delete message' }).click();
    await mine.waitFor({ state: 'detached' });
  });

  test('what is typed while a message is on its way stays, and a message that is refused comes back', async () => {
    const page = await rig.open();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/act', async (route) => {
      if (route.request().postData()?.includes('"post"')) await held;
      await route.continue();
    });
    const field = page.getByLabel('Message #the-loop');
    await field.fill('first');
    await field.press('Enter');
    await field.pressSequentially('first more');
    release();
    await newest(page).getByText('first', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('first more');
    await field.fill('x'.repeat(40_001));
    await field.press('Enter');
    await page.getByText('at most 40,000 characters').waitFor();
    expect((await field.inputValue()).length).toBe(40_001);
  });

  test('each tab is somebody, and stays it', async () => {
    const page = await rig.open();
    const other = await page.context().newPage();
    await other.goto(rig.url);
    await other.waitForSelector('html[data-live]');
    await other.getByLabel('You are').selectOption({ label: 'build-bot, another bot' });
    await until('the button of a bot', () =>
      other.getByRole('button', { name: 'Open full text' }).first().isDisabled(),
    );
    const who = (page: Page) => page.getByLabel('You are').inputValue();
    await page.reload();
    await page.waitForSelector('html[data-live]');
    await until('Alice', async () => (await who(page)) === 'U0ALICE');
    await other.reload();
    await other.waitForSelector('html[data-live]');
    await until('the bot', async () => (await who(other)) === 'U0BUILDBOT');
  });

  test('someone who is not listed is told so, and nothing of theirs goes through', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    const before = await page.locator('.terminal .prompt').count();
    await page.getByLabel('You are').selectOption({ label: 'Mallory, not listed' });
    await newest(page).getByRole('button', { name: '1 · Coerce it' }).click();
    const line = page.locator('.message.whisper').last();
    await line.getByText('not on the list').waitFor();
    expect(await line.innerText()).toContain('Only visible to you');
    await page.getByLabel('You are').selectOption({ label: 'Alice, may answer' });
    expect(await page.locator('.message.whisper').count()).toBe(0);
    expect(await newest(page).getByRole('button', { name: '1 · Coerce it' }).count()).toBe(1);
    expect(await page.locator('.terminal .prompt').count()).toBe(before);
    expect(await page.locator('.comment.mirror').count()).toBe(0);
  });

  test('another bot in the thread is not listened to', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    const before = await page.locator('.event').filter({ hasText: 'self-authored' }).count();
    await newest(page).getByRole('button', { name: 'Reply in thread' }).last().click();
    await page.getByLabel('You are').selectOption({ label: 'build-bot, another bot' });
    await page.getByLabel('Reply…').fill('2');
    await page.keyboard.press('Enter');
    await newest(page).locator('.app-badge').waitFor();
    await page.locator('.event').filter({ hasText: 'channel.dropped' }).nth(before).waitFor();
    expect(await newest(page).locator('.reaction').count()).toBe(0);
    expect(await page.locator('.comment.mirror').count()).toBe(0);
  });

  test('many choices are a menu, and what is taken from it is delivered', async () => {
    const page = await rig.open();
    const items = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    await ask(page, `Which?\n\n${items.map((item, index) => `${index + 1}. ${item}`).join('\n')}`);
    await newest(page).getByRole('combobox').selectOption({ label: '6 · six' });
    await delivered(page).filter({ hasText: '6: six' }).waitFor();
  });

  test('the full text is there, page by page, and Escape closes it', async () => {
    const page = await rig.open();
    const words = 'Ein Satz, der für sich steht und gelesen werden will. '.repeat(60);
    const paragraphs = Array.from({ length: 110 }, (_, index) => `Part ${index + 1}. ${words}`);
    await ask(page, `Which one?\n\n${paragraphs.join('\n\n')}\n\nThe very last words.`);
    const opener = newest(page).getByRole('button', { name: 'Open full text' });
    await opener.click();
    const modal = page.getByRole('dialog', { name: 'Full text' });
    await modal.getByText('page 1 of 3').waitFor();
    expect(await modal.innerText()).toContain('Part 1. Ein Satz');
    expect(await modal.getByRole('button', { name: 'Previous' }).count()).toBe(0);
    for (const page of [2, 3]) {
      await modal.getByRole('button', { name: 'Next' }).click();
      await modal.getByText(`page ${page} of 3`).waitFor();
    }
    expect(await modal.innerText()).toContain('The very last words.');
    expect(await modal.getByRole('button', { name: 'Next' }).count()).toBe(0);
    await modal.getByRole('button', { name: 'Previous' }).click();
    await modal.getByText('page 2 of 3').waitFor();
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
  });

  test('App Home lists what waits, and its link leads to the thread', async () => {
    const page = await rig.open();
    await ask(page, 'Is this the newest question?\n\n1. yes\n2. no\n');
    await page.getByRole('button', { name: 'App Home' }).click();
    const home = page.getByRole('region', { name: 'App Home' });
    await home.getByText('Is this the newest question?').waitFor();
    await home.getByRole('link', { name: 'Open the thread' }).first().click();
    await page
      .getByRole('region', { name: 'Thread' })
      .getByText('Is this the newest question?')
      .first()
      .waitFor();
  });

  test('the composer shows the digest while one types, and asks with other settings', async () => {
    const page = await rig.open();
    await page.getByRole('button', { name: 'Ask a question' }).first().click();
    const long = `Shall I go on?\n\n${'A sentence of some words. '.repeat(100)}`;
    await page.getByLabel('The question, as Markdown').fill(long);
    await page.getByText(/of 1\u202F500 characters, from 2\u202F6\d\d · digest/).waitFor();
    await page.getByLabel('maxChars').fill('400');
    const measure = page.locator('.measure p').filter({ hasText: 'of 400' });
    await measure.waitFor();
    expect(Number.parseInt(await measure.innerText(), 10)).toBeLessThanOrEqual(400);
    await page.getByLabel('longMessages').selectOption('truncate');
    const cut = page.getByText(/of 400 characters, from 2\u202F6\d\d · cut off · \d+ over the budget/);
    await cut.waitFor();
    expect(await page.locator('meter').evaluate((meter) => meter.matches('[high="400"]'))).toBe(true);
    await page.getByLabel('longMessages').selectOption('digest');
    await page.getByLabel('The question, as Markdown').fill(`${long}\u202Etxt.\u202E\u2066`);
    await page.getByText('act in this field: RLO × 2, LRI × 1.').waitFor();
    await page.getByLabel('The question, as Markdown').fill(long);
    await page.getByLabel('verbosity').selectOption('verbose');
    await page.getByText('The app restarts with these settings.').waitFor();
    await page.getByLabel('about').selectOption('new');
    const before = await page.locator('.slack-column .message').count();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.slack-column .message').nth(before).waitFor();
    await newest(page).getByText('asked by dev').waitFor();
    expect((await newest(page).innerText()).length).toBeLessThan(700);
  });

  test('Reset starts everything anew, on every page: the first question, the draft, and App Home', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    const [composing, home] = [await rig.open(), await rig.open()];
    await composing.getByRole('button', { name: 'Ask a question' }).first().click();
    const about = composing.getByLabel('about');
    await about.selectOption('github:octo/app#8');
    await composing.getByLabel('The question, as Markdown').fill('of the old world');
    await composing.getByText('from 16 ').waitFor();
    await home.getByRole('button', { name: 'App Home' }).click();
    await home.getByText(QUESTION.slice(0, 20)).first().waitFor();

    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('Nothing was asked yet.').waitFor();
    expect(await page.locator('.message, .comment, .prompt').count()).toBe(0);
    await newest(page).getByRole('button', { name: 'Open full text' }).waitFor();
    expect(await page.locator('.comment').count()).toBe(1);
    await ask(page, QUESTION);
    await newest(page).getByRole('button', { name: '1 · Coerce it' }).click();
    await delivered(page).filter({ hasText: '1: Coerce it' }).waitFor();

    expect(await about.inputValue()).toBe('github:octo/app#7');
    expect(await composing.getByLabel('The question, as Markdown').inputValue()).toContain('nightly import');
    await composing.getByText('from 2\u202F').waitFor();
    expect(await composing.locator('.toast').count()).toBe(0);
    await home.getByText('Loading …').waitFor({ state: 'detached' });
    expect(await home.getByText('octo/app#7').count()).toBeGreaterThan(0);
  });

  test('a narrow window shows the phone, and a wide one what was chosen', async () => {
    const page = await rig.open();
    await page.getByRole('button', { name: 'Desktop' }).click();
    const device = page.locator('.device');
    expect(await device.getAttribute('class')).toBe('device desktop');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.device.phone').waitFor();
    await page.reload();
    await page.locator('.device.phone').waitFor();
    expect((await device.boundingBox())?.width).toBeGreaterThan(350);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.device.desktop').waitFor();
  });

  test('no page complained but of the message that was too long', () => {
    expect(rig.complaints().filter((line) => !line.includes('status of 400'))).toEqual([]);
  });
});
