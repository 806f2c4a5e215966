import { expect, test } from '@jest/globals';
import { describeError } from '../../src/eventlog/describe-error.js';

const fromPrisma = (originalCode: string) =>
  Object.assign(new Error('text of a row'), {
    name: 'PrismaClientKnownRequestError',
    code: 'P2039',
    meta: { driverAdapterError: { cause: { originalCode, originalMessage: 'text of a row' } } },
  });

test('an error is named by its codes, never by its message', () => {
  expect(describeError(fromPrisma('53100'))).toBe('PrismaClientKnownRequestError P2039 (the disk is full)');
  expect(describeError(fromPrisma('40001'))).toBe('PrismaClientKnownRequestError P2039 (SQLSTATE 40001)');
  expect(describeError(Object.assign(new Error('a text'), { code: 'ENOENT' }))).toBe('Error ENOENT');
  expect(describeError(new Error('a text'))).toBe('Error');
  expect(describeError('a text')).toBe('string');
});
