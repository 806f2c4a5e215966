import { expect, test } from '@jest/globals';
import { shortenPaths } from '../../../src/digest/fit/paths.js';

test.each([
  ['/home/user/the-loop/cli/slack.py', '…/cli/slack.py'],
  ['/home/user/x.py', '…/user/x.py'],
  ['/etc/hosts', '/etc/hosts'],
  ['/srv/app/vendor/acme/', '…/vendor/acme/'],
  ['see /a/b/c.ts:480, (/d/e/f) and "/g/h/i".', 'see …/b/c.ts:480, (…/e/f) and "…/h/i".'],
  ['--config=/a/b/c', '--config=…/b/c'],
  ['https://example.com/a/b/c', 'https://example.com/a/b/c'],
  ['s3://bucket/a/b/c and file:///a/b/c', 's3://bucket/a/b/c and file:///a/b/c'],
  ['src/a/b/c.ts and ./a/b/c and ../a/b/c and ~/a/b/c', 'src/a/b/c.ts and ./a/b/c and ../a/b/c and ~/a/b/c'],
  ['and/or/else 1/2/3/4', 'and/or/else 1/2/3/4'],
  ['C:\\runner\\_work\\app', '…\\_work\\app'],
  ['C:\\new\\table.csv', 'C:\\new\\table.csv'],
  ['D:/a/_work/1/s', '…/1/s'],
  ['\\\\build01\\drop$\\dumps\\x.dmp', '…\\dumps\\x.dmp'],
  ['\\\\build01\\drop$', '\\\\build01\\drop$'],
  ['E:\\仓库\\看板\\scripts', '…\\看板\\scripts'],
  ['/home/дом/app/x', '…/app/x'],
  ['// a comment', '// a comment'],
  ['a regex /a\\/b/g', 'a regex /a\\/b/g'],
])('%s', (text, short) => {
  expect(shortenPaths(text)).toBe(short);
});
