import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../helpers/until.js';
import { ask, delivered, hasBrowser, newest, type Rig, startRig } from './rig.js';

const QUESTION = 'Which one should I take?\n\n1. Coerce it\n2. Refuse it\n';

/** What has the focus: its role or tag, and its label. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    '[document.activeElement.tagName, document.activeElement.ariaLabel ?? document.activeElement.textContent].join(" ")',
  );
}

(hasBrowser() ? describe : describe.skip)('what is under the hand stays where it is', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig?.close());

  test('a tapped message stays in view, and has the focus when its choices go', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    const asked = await newest(page).getAttribute('data-ts');
    for (const word of ['second', 'third']) await ask(page, `${QUESTION}${`The ${word}.\n\n`.repeat(9)}`);
    const message = page.locator(`.message[data-ts="${asked}"]`);
    const choice = message.getByRole('button', { name: '1 · Coerce it' });
    await choice.focus();
    const top = async () => (await message.boundingBox())?.y ?? 0;
    let before = await top();
    await until('a thread at rest', async () => {
      const last = before;
      before = await top();
      return before === last;
    });
    const text = await message.locator('.section-text').first().elementHandle();
    await page.keyboard.press('Enter');
    await message.getByText('delivered').waitFor();
    expect(await text?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    expect(Math.abs((await top()) - before)).toBeLessThan(3);
    expect(await focused(page)).toBe('ARTICLE Message of the-loop');
    expect(await message.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  test('the session shows the newest of many answers', async () => {
    const page = await rig.open();
    await ask(page, QUESTION);
    await newest(page).getByRole('button', { name: 'Reply in thread' }).last().click();
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await page.getByLabel('Reply…').fill(`answer ${word}\n${'and more\n'.repeat(6)}`);
      await page.keyboard.press('Enter');
      await delivered(page)
        .filter({ hasText: `answer ${word}` })
        .waitFor();
    }
    const atTheEnd = () =>
      page
        .locator('.terminal')
        .evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 3);
    await until('the newest answer', atTheEnd);
    await page.reload();
    await until('the newest answer, after a reload', atTheEnd);
  });
});
