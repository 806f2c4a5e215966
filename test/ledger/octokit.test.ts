import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createOctokit } from '../../src/ledger/octokit.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';

const TOKEN = 'sentinel-token-0001';
let ticket: LocalTicket;

beforeEach(async () => {
  ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
});

afterEach(async () => {
  await ticket.close();
});

function post(octokit: ReturnType<typeof createOctokit>): Promise<unknown> {
  return octokit.request('POST /repos/octo/app/issues/7/comments', {
    baseUrl: ticket.apiUrl,
    headers: { authorization: `Bearer ${TOKEN}` },
    body: 'x',
    request: { retries: 0 },
  });
}

test('on GitHub’s cloud a rate limit is handed to the caller at once and never slept on', async () => {
  const octokit = createOctokit({ userAgent: 'rate-limit-test', paced: true });
  ticket.faults.secondaryRateLimit(60);
  const start = performance.now();
  await expect(post(octokit)).rejects.toMatchObject({ status: 403 });
  expect(performance.now() - start).toBeLessThan(3000);
  expect(ticket.calls()).toHaveLength(1);
});

test('on GitHub’s cloud comments are spaced out, elsewhere they are not', async () => {
  const spread = async (paced: boolean): Promise<number> => {
    const octokit = createOctokit({ userAgent: `pacing-test-${paced}`, paced });
    const start = performance.now();
    await Promise.all([post(octokit), post(octokit)]);
    return performance.now() - start;
  };
  expect(await spread(false)).toBeLessThan(900);
  expect(await spread(true)).toBeGreaterThan(900);
}, 15_000);
