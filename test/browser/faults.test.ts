import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask, delivered, hasBrowser, newest, type Rig, startRig } from './rig.js';

const choices = (word: string) => `Which one should I take?\n\n1. ${word}\n2. Refuse it\n`;

/** Flips a switch of the fault bar, and waits until the server has it so. */
async function flip(page: Page, name: string, on: boolean): Promise<void> {
  const toggle = page.getByRole('switch', { name });
  await toggle.setChecked(on, { force: true });
  await page
    .locator('.switch:not(.waiting)')
    .filter({ hasText: name })
    .locator(on ? 'input:checked' : 'input:not(:checked)')
    .waitFor();
}

function tapFirst(page: Page, word: string): Promise<void> {
  return newest(page)
    .getByRole('button', { name: `1 · ${word}` })
    .click();
}

/** The mirror comments that carry a text. */
function mirrors(page: Page, text: string) {
  return page.locator('.comment.mirror blockquote').filter({ hasText: text });
}

function prompts(page: Page, text: string) {
  return page.locator('.terminal .prompt').filter({ hasText: text });
}

(hasBrowser() ? describe : describe.skip)('nothing gets lost, whatever is switched on', () => {
  let rig: Rig;
  let page: Page;
  beforeAll(async () => {
    rig = await startRig();
    page = await rig.open();
  });
  afterAll(() => rig?.close());

  test('a duplicate delivery is taken once', async () => {
    await ask(page, choices('duplicated'));
    await flip(page, 'Duplicate delivery', true);
    await tapFirst(page, 'duplicated');
    await newest(page).getByText('delivered').waitFor();
    await flip(page, 'Duplicate delivery', false);
    expect(await prompts(page, 'duplicated').count()).toBe(1);
    expect(await mirrors(page, 'duplicated').count()).toBe(1);
  });

  test('Slack’s 429 delays the message, and it comes', async () => {
    await flip(page, 'Slack 429', true);
    const before = await page.locator('.slack-column .message').count();
    const asked = ask(page, choices('limited'));
    await page.locator('.comment').filter({ hasText: 'limited' }).waitFor();
    expect(await page.locator('.slack-column .message').count()).toBe(before);
    await flip(page, 'Slack 429', false);
    await asked;
    await tapFirst(page, 'limited');
    await newest(page).getByText('delivered').waitFor();
  });

  test('with GitHub down the session gets the answer, and the ticket gets it afterwards', async () => {
    await ask(page, choices('offline'));
    await flip(page, 'GitHub down', true);
    await tapFirst(page, 'offline');
    await prompts(page, 'offline').waitFor();
    expect(await mirrors(page, 'offline').count()).toBe(0);
    await flip(page, 'GitHub down', false);
    await mirrors(page, 'offline').waitFor();
    expect(await mirrors(page, 'offline').count()).toBe(1);
  });

  test('with the-loop down the ticket gets the answer, and the session gets it afterwards', async () => {
    await ask(page, choices('unheard'));
    await flip(page, 'the-loop down', true);
    await tapFirst(page, 'unheard');
    await mirrors(page, 'unheard').waitFor();
    expect(await prompts(page, 'unheard').count()).toBe(0);
    await flip(page, 'the-loop down', false);
    await prompts(page, 'unheard').waitFor();
    expect(await prompts(page, 'unheard').count()).toBe(1);
    await page.locator('.light.good').filter({ hasText: 'Event stream' }).waitFor();
  });

  test('without a session the message says so, and can be answered again', async () => {
    await ask(page, choices('alone'));
    await flip(page, 'No session', true);
    await tapFirst(page, 'alone');
    await newest(page).getByText('not delivered').waitFor();
    await mirrors(page, 'alone').waitFor();
    await flip(page, 'No session', false);
    await newest(page).getByRole('button', { name: '2 · Refuse it' }).click();
    await delivered(page).filter({ hasText: '2: Refuse it' }).waitFor();
  });

  test('a dropped socket comes back, and what was typed meanwhile is heard', async () => {
    await ask(page, choices('cut'));
    await newest(page).getByRole('button', { name: 'Reply in thread' }).last().click();
    await page.getByRole('button', { name: 'Drop the socket' }).click();
    await page.getByLabel('Reply…').fill('over the cut');
    await page.keyboard.press('Enter');
    await prompts(page, 'over the cut').waitFor();
    expect(await prompts(page, 'over the cut').count()).toBe(1);
    await page.getByRole('button', { name: 'Back to the channel' }).click();
  });

  test('while the app is killed a question and a reply wait for it', async () => {
    await ask(page, choices('waiting'));
    await newest(page).getByRole('button', { name: 'Reply in thread' }).last().click();
    await flip(page, 'App killed', true);
    await page.getByText('App killed').first().waitFor();
    await page.getByRole('button', { name: 'Drop the socket' }).click();
    await page.getByText('No socket is open').waitFor();
    await page.getByLabel('Reply…').fill('said to nobody');
    await page.keyboard.press('Enter');
    await newest(page).getByText('said to nobody').waitFor();
    await newest(page).hover();
    await page.locator('.message').first().getByRole('button', { name: '1 · waiting' }).click();
    await page.getByText('the-loop did not respond').waitFor();
    await flip(page, 'App killed', false);
    await prompts(page, 'said to nobody').waitFor();
    await mirrors(page, 'said to nobody').waitFor();
    await page.getByRole('button', { name: 'Back to the channel' }).click();
  });

  test('kill and restart: the open question is still there to answer', async () => {
    await ask(page, choices('survivor'));
    const heights = async () => {
      const seen: (number | undefined)[] = [];
      for (const width of [1110, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        seen.push((await page.locator('.bar').boundingBox())?.height);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
      return seen;
    };
    const before = await heights();
    await page.getByRole('button', { name: 'Kill and restart the app' }).click();
    await page.getByText('App connecting').waitFor();
    expect(await heights()).toEqual(before);
    await page.getByText('The app was killed').waitFor();
    await page.getByText('App running').waitFor();
    await tapFirst(page, 'survivor');
    await newest(page).getByText('delivered').waitFor();
    expect(await prompts(page, 'survivor').count()).toBe(1);
    expect(await mirrors(page, 'survivor').count()).toBe(1);
  });

  test('no page complained', () => {
    expect(rig.complaints()).toEqual([]);
  });
});
