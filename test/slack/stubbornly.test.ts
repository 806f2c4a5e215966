import { expect, test } from '@jest/globals';
import { stubbornly } from '../../src/slack/stubbornly.js';

const args = { payload: {}, body: {}, context: {} };

test('a press is handled again until it is taken, and its member is told only when it is not', async () => {
  let calls = 0;
  let told = 0;
  const tell = async () => {
    told += 1;
  };
  const handle = async () => {
    calls += 1;
    if (calls < 3) throw new Error('away');
  };
  await stubbornly(handle, tell, [1, 1, 1])(args);
  expect([calls, told]).toEqual([3, 0]);
  calls = -100;
  await expect(stubbornly(handle, tell, [1, 1])(args)).rejects.toThrow('away');
  expect([calls, told]).toEqual([-97, 1]);
});
