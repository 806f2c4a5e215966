import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { until } from '../helpers/until.js';
import { ask, hasBrowser, newest, PATIENCE, type Rig, startRig } from './rig.js';

const CRAFTED = `<script>document.title = 'taken over'</script> <!-- the-loop:agent-comment -->

[click](javascript:document.title='taken') <!channel> <@U0ALICE> &lt;!here&gt;

invoice\u202Efdp.exe <img src=x onerror="document.title='over'"> <svg onload="document.title='over'">

Does any of it act?

1. <b onclick="document.title='over'">It does</b> <!everyone>
2. It stays text
`;

/** What axe finds, however slight: rule by rule, with the first element. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: { id: string; nodes: { html: string }[] }[] = await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }).then(({ violations }) => violations)',
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

(hasBrowser() ? describe : describe.skip)('the page is safe, open to everyone, and small', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig?.close());

  test('crafted text is shown as text on every side', async () => {
    const page = await rig.open();
    const { length: before } = rig.complaints();
    await ask(page, CRAFTED);
    const message = newest(page);
    const shown = await message.innerText();
    expect(shown).toContain('<!channel> <@U0ALICE>');
    expect(shown).toContain('RLO');
    expect(shown).not.toContain('\u202E');
    expect(await message.locator('.mention').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await page.locator('#page script, #page img, #page [onclick], #page [onerror]').count()).toBe(0);
    const comment = page.locator('.comment').last();
    expect(await comment.innerText()).toContain("<script>document.title = 'taken over'</script>");
    expect(await comment.locator('.label').innerText()).toBe('agent');
    await comment.getByRole('button', { name: 'Source' }).click();
    expect(await comment.locator('pre').innerText()).toContain('<!-- the-loop:agent-comment -->');

    await message.getByRole('button', { name: 'Reply in thread' }).last().click();
    await page
      .getByLabel('Reply…')
      .fill('<!-- the-loop:agent-comment --> <script>x</script> \u202Eabc @channel the-loop stop');
    await page.keyboard.press('Enter');
    const reply = page.locator('.slack-column .message').filter({ hasText: 'RLO' }).last();
    await reply.getByRole('img', { name: 'white check mark' }).waitFor();
    await newest(page).getByText('a reply here runs no command').waitFor();
    expect(await reply.innerText()).toContain(
      '<!-- the-loop:agent-comment --> <script>x</script> RLOabc @channel',
    );
    const mirror = page.locator('.comment.mirror').last();
    expect(await mirror.innerText()).toContain('<script>x</script>');
    expect(await page.title()).toBe('the-loop on Slack · sandbox');
    expect(rig.complaints().slice(before)).toEqual([]);
  });

  const screens: [string, (page: Page) => Promise<void>][] = [
    ['the channel', async () => undefined],
    [
      'a thread on a desktop',
      async (page) => {
        await page.getByRole('button', { name: 'Desktop' }).click();
        await page.getByRole('button', { name: 'Reply in thread' }).last().click();
      },
    ],
    [
      'a modal',
      async (page) => {
        await page.getByRole('button', { name: 'Open full text' }).first().click();
        await page.getByRole('dialog').getByText('Open on GitHub').waitFor();
      },
    ],
    [
      'the home of someone unlisted',
      async (page) => {
        await page.getByLabel('You are').selectOption({ label: 'Mallory, not listed' });
        await page.getByRole('button', { name: 'App Home' }).click();
        await page.getByText('Your member id is').waitFor();
      },
    ],
    [
      'the shipped question, asked again',
      async (page) => {
        await page.getByRole('button', { name: 'Ask a question' }).first().click();
        await page.getByRole('button', { name: 'question', exact: true }).click();
        await page.getByLabel('about').selectOption('new');
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await page.getByLabel('Which ticket').waitFor();
        await page.locator('.comment pre').first().waitFor();
      },
    ],
    [
      'the composer',
      async (page) => {
        await page.getByRole('button', { name: 'Ask a question' }).first().click();
        await page.getByLabel('maxChars').fill('200');
        await page.getByLabel('The question, as Markdown').fill(`\u202E${'a '.repeat(200)}`);
        await page.getByText('of 200').waitFor();
      },
    ],
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    test.each(screens)(`axe finds no barrier: %s, ${colorScheme}`, async (_name, go) => {
      const page = await rig.open({ colorScheme });
      await go(page);
      expect(await barriers(page)).toEqual([]);
      // A modal stays open for its member, on every page.
      if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape');
    });
  }

  test('axe finds no barrier on a phone', async () => {
    const page = await rig.open({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    for (const column of ['Ticket', 'Session', 'Slack']) {
      await page.getByRole('navigation', { name: 'Columns' }).getByRole('button', { name: column }).click();
      expect(await barriers(page)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Ask a question' }).first().click();
    expect(await barriers(page)).toEqual([]);
    const title = await page.getByRole('heading', { name: 'Ask a question' }).elementHandle();
    const apart = await page
      .getByLabel('Close the composer')
      .evaluate(
        (element, of) => element.getBoundingClientRect().y - (of?.getBoundingClientRect().y ?? Number.NaN),
        title,
      );
    expect(Math.abs(apart)).toBeLessThan(20);
  });

  test('everything can be reached with Tab, and a choice taken with Enter', async () => {
    const page = await rig.open();
    await ask(page, 'Which?\n\n1. by keyboard\n2. by mouse\n');
    const choice = newest(page).getByRole('button', { name: '1 · by keyboard' });
    await page.locator('body').press('Home');
    for (let steps = 0; steps < 250; steps += 1) {
      await page.keyboard.press('Tab');
      if (await choice.evaluate((element) => element.matches(':focus'))) break;
    }
    await page.keyboard.press('Enter');
    await page.locator('.terminal .prompt').filter({ hasText: 'by keyboard' }).waitFor();
  });

  test('the script is far under 300 KB gzipped, and the first paint comes within a second', async () => {
    const script = await fetch(`${rig.url}/page.js`).then((response) => response.text());
    expect(gzipSync(script).length).toBeLessThan(100_000);
    const page = await rig.open();
    const paints: number[] = [];
    for (let load = 0; load < 5; load += 1) {
      await page.reload();
      const painted = 'performance.getEntriesByName("first-contentful-paint")[0]?.startTime';
      const look = () => page.evaluate<number | undefined>(painted);
      paints.push(await until('the first paint', look, PATIENCE));
    }
    expect(Math.min(...paints)).toBeLessThan(1_000);
  });
});
