import { expect, test } from '@jest/globals';
import { acknowledgedOnceHandled } from '../../src/slack/acknowledged.js';

const args = { payload: {}, body: {}, context: {} };

/** A press whose parts say when they are done. */
function press(handle: () => Promise<void>, options: { withinMs?: number; ack?: () => Promise<void> } = {}) {
  const said: string[] = [];
  const listener = acknowledgedOnceHandled(
    async () => {
      await handle();
      said.push('handled');
    },
    () => said.push('unheard'),
    options.withinMs ?? 10_000,
  );
  const ack = async () => {
    said.push('acknowledged');
    await options.ack?.();
  };
  return { said, outcome: listener({ ...args, ack }) };
}

const failing = () => Promise.reject(new Error('away'));

test('a press is acknowledged once it is handled', async () => {
  let goOn = () => {};
  const { said, outcome } = press(() => new Promise((resolve) => (goOn = resolve)));
  await new Promise(setImmediate);
  expect(said).toEqual([]);
  goOn();
  await outcome;
  expect(said).toEqual(['handled', 'acknowledged']);
});

test('one that takes too long is acknowledged all the same, and handled to its end', async () => {
  let goOn = () => {};
  const ack = async () => goOn();
  const { said, outcome } = press(() => new Promise((resolve) => (goOn = resolve)), { withinMs: 5, ack });
  await outcome;
  expect(said).toEqual(['acknowledged', 'handled']);
});

test('one that cannot be handled is acknowledged, and its failure thrown', async () => {
  const { said, outcome } = press(failing);
  await expect(outcome).rejects.toThrow('away');
  expect(said).toEqual(['acknowledged']);
});

test('one that Slack cannot be told of counts', async () => {
  const { said, outcome } = press(async () => undefined, { ack: failing });
  await outcome;
  expect(said).toEqual(['handled', 'acknowledged', 'unheard']);
});
