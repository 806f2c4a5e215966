import { expect, test } from '@jest/globals';
import type { ChannelRecord } from '../../src/eventlog/channel-record.js';
import { MAX_PAYLOAD_BYTES, notTooLarge } from '../../src/slack/middleware/not-too-large.js';

const overhead = JSON.stringify({ text: '' }).length;

test.each([
  { name: 'the largest payload', text: 'x'.repeat(MAX_PAYLOAD_BYTES - overhead), passes: true },
  { name: 'one byte more', text: 'x'.repeat(MAX_PAYLOAD_BYTES - overhead + 1), passes: false },
  { name: 'fewer characters but more bytes', text: 'é'.repeat(MAX_PAYLOAD_BYTES / 2), passes: false },
])('$name: passes is $passes, and a refusal is on record', async ({ text, passes }) => {
  const records: ChannelRecord[] = [];
  let passed = false;
  const step = notTooLarge({ eventLog: { record: async (entry) => void records.push(entry) } });
  await step({
    body: { text },
    next: async () => {
      passed = true;
    },
  });
  expect(passed).toBe(passes);
  expect(records).toEqual(
    passes ? [] : [{ event: 'channel.dropped', channel: 'slack', reason: 'too-large' }],
  );
});
