import { expect, test } from '@jest/globals';
import { writeDown } from '../../src/store/write-down.js';

test('what happened is written down once the database is back, or the failure is the caller’s', async () => {
  let calls = 0;
  const failing = (times: number) => async () => {
    calls += 1;
    if (calls <= times) throw new Error('away');
    return 'written';
  };
  expect(await writeDown(failing(2), [1, 1])).toBe('written');
  calls = 0;
  await expect(writeDown(failing(9), [1, 1])).rejects.toThrow('away');
  expect(calls).toBe(3);
});
