import { describe, expect, test } from '@jest/globals';
import { checkDatabaseUrl, isDatabaseUrl, withoutLogin } from '../../src/store/database-url.js';

describe('a URL whose login stands where it does not belong', () => {
  test.each([
    ['without its slashes', 'postgres:bob:hunter2@db.example.com/x'],
    ['without its slashes and its host', 'postgres:bob:hunter2'],
    ['with one slash', 'postgres:/bob:hunter2@db.example.com/x'],
    ['with three', 'postgres:///bob:hunter2@db.example.com/x'],
    ['with a / in its password', 'postgres://bob:12/hunter2@db.example.com/x'],
    ['with a # in its password', 'postgres://bob:12#hunter2@db.example.com/x'],
    ['with a ? in its password', 'postgres://bob:12?hunter2@db.example.com/x'],
    ['of another scheme', 'mysql://db.example.com/hunter2'],
    ['that is none', 'bob hunter2'],
  ])('%s is refused and shown as its variable, nothing of it', (_what, url) => {
    expect(isDatabaseUrl(url)).toBe(false);
    expect(withoutLogin(url)).toBe('DATABASE_URL');
    expect(() => checkDatabaseUrl(url)).toThrow(
      /^DATABASE_URL is wrong: it must be a URL, postgres:\/\/USER:PASSWORD@HOST:PORT\/NAME, with [^h]*$/,
    );
  });
});

test.each([
  ['postgres://bob:hunter2@db.example.com:5433/x', 'db.example.com:5433/x'],
  ['postgresql://db.example.com/x?user=bob@corp&password=hunter2', 'db.example.com:5432/x'],
  ['POSTGRES://bob:a%2F%3F%23%40hunter2@db/x', 'db:5432/x'],
  ['postgres:///x?host=/run/postgresql', 'localhost:5432/x'],
])('%s is taken, and shown without its login', (url, shown) => {
  expect(isDatabaseUrl(url)).toBe(true);
  expect(withoutLogin(url)).toBe(shown);
});
