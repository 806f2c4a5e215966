import { afterEach, expect, test } from '@jest/globals';
import { createTicketClient } from '../../src/ledger/client.js';
import { parseWorkItemRef } from '../../src/ledger/ref.js';
import { writeQuestion } from '../../src/ledger/write-question.js';
import { type LocalTicket, startLocalTicket } from '../../src/sandbox/ticket/local-ticket.js';

const HOUR = 3_600_000;
const TOKEN = 'ghp_question';

let ticket: LocalTicket | undefined;
afterEach(() => ticket?.close());

test.each([
  ['as ours', 0],
  ['hours behind ours', -5 * HOUR],
  ['hours ahead of ours', 5 * HOUR],
])(
  'a question whose comment is in doubt stands on the ticket once, with GitHub’s clock %s',
  async (_clock, offMs) => {
    const clock = () => new Date(Date.now() + offMs);
    ticket = await startLocalTicket({ token: TOKEN, repositories: ['octo/app'], clock });
    const client = createTicketClient({ token: () => TOKEN, apiUrl: ticket.apiUrl, userAgent: 'test' });
    const parsed = parseWorkItemRef('github:octo/app#7');
    if (!parsed.ok) throw new Error('the ref of this test is wrong');
    ticket.faults.next({ kind: 'reset-after' }, 1, 'POST');
    const written = await writeQuestion(
      client,
      parsed.ref,
      'Which of the two?',
      new AbortController().signal,
    );
    expect(written).toMatchObject({ kind: 'written' });
    expect(ticket.comments('octo/app#7')).toHaveLength(1);
  },
);
