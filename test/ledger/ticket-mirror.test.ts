import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTicketClient } from '../../src/ledger/client.js';
import { createTicketMirror } from '../../src/ledger/ticket-mirror.js';
import type { MirrorPort, Reply } from '../../src/replies/ports.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';

const HOUR = 3_600_000;
const TOKEN = 'ghp_mirror';

let ticket: LocalTicket;
let mirror: MirrorPort;

beforeEach(async () => {
  ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'] });
  const client = createTicketClient({ token: () => TOKEN, apiUrl: ticket.apiUrl, userAgent: 'test' });
  mirror = createTicketMirror({ client, keywords: [], secrets: () => [TOKEN], paths: [] });
});
afterEach(() => ticket.close());

/** A reply of this moment, by Slack's clock; its row was made by one that is `offMs` off. */
function reply(kind: Reply['kind'], offMs: number): Reply {
  const now = Date.now();
  const messageTs = `${Math.floor(now / 1000)}.000100`;
  return {
    ...{ id: 'r1', kind, channel: 'C0DEV', messageTs, threadTs: messageTs },
    ...{ workItem: 'github:octo/app#7', actor: 'U0ALICE', text: 'Number 2' },
    createdAt: new Date(now + offMs),
  };
}

describe.each(['reply', 'tap'] as const)('a %s whose comment is in doubt', (kind) => {
  test.each([
    ['two hours ahead', 2 * HOUR],
    ['right', 0],
    ['two hours behind', -2 * HOUR],
  ])('is found by Slack’s clock while ours is %s', async (_clock, offMs) => {
    ticket.faults.next({ kind: 'reset-after' }, 1, 'POST');
    const answer = reply(kind, offMs);
    expect(await mirror.write(answer)).toMatchObject({ kind: 'unknown' });
    expect(await mirror.find(answer)).toMatchObject({ kind: 'found' });
  });
});

test('is looked for from its row’s time on when its ts says no time', async () => {
  const odd = { ...reply('reply', 0), messageTs: '9999999999999999.1' };
  expect(await mirror.write(odd)).toMatchObject({ kind: 'mirrored' });
  expect(await mirror.find(odd)).toMatchObject({ kind: 'found' });
  expect(await mirror.find({ ...odd, createdAt: new Date(Date.now() + 2 * HOUR) })).toEqual({
    kind: 'absent',
  });
});
