import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatGitHubRef, GITHUB_HOST, parseWorkItemRef, workItemUrl } from '../../src/ledger/ref.js';

const owner = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
const repo = fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/).filter((name) => name !== '.' && name !== '..');
const host = fc.stringMatching(/^[A-Za-z0-9]{1,8}(\.[A-Za-z0-9]([A-Za-z0-9-]{0,8}[A-Za-z0-9])?){0,3}$/);
const number = fc.integer({ min: 1, max: 9_999_999_999 });

function parsed(text: string) {
  const result = parseWorkItemRef(text);
  if (!result.ok) throw new Error(result.problem);
  return result.ref;
}

describe('parseWorkItemRef', () => {
  test('reads a github.com item', () => {
    expect(parsed('github:Octo/My.App#15')).toEqual({
      kind: 'github',
      host: 'github.com',
      owner: 'Octo',
      repo: 'My.App',
      number: 15,
      text: 'github:Octo/My.App#15',
    });
  });

  test('reads an Enterprise item and keeps its host in the text', () => {
    const ref = parsed('github:ghe.corp.example/octo/app#7');
    expect(ref).toMatchObject({ host: 'ghe.corp.example', text: 'github:ghe.corp.example/octo/app#7' });
  });

  test('drops a written-out github.com, so one item has one text', () => {
    expect(parsed('github:GitHub.com/octo/app#7')).toEqual(parsed('github:octo/app#7'));
  });

  test('reads a standing session', () => {
    expect(parsed('standing:night-shift')).toEqual({
      kind: 'standing',
      name: 'night-shift',
      text: 'standing:night-shift',
    });
  });

  test.each([
    '',
    'octo/app#7',
    'gitlab:octo/app#7',
    'GITHUB:octo/app#7',
    'github:octo#7',
    'github:octo/app',
    'github:octo/app#',
    'github:octo/app#0',
    'github:octo/app#07',
    'github:octo/app#-1',
    'github:octo/app#1.5',
    'github:octo/app#７',
    'github:octo/app#7#8',
    'github:octo/app#7?x=1',
    'github:octo/app#7/../../user',
    'github:octo/..#7',
    'github:octo/.#7',
    'github:../app#7',
    'github:octo/a b#7',
    'github:octo/app%2f..#7',
    'github:octo/app?x=1#7',
    'github:a/b/c/d#7',
    'github:/octo/app#7',
    'github:-bad.example/octo/app#7',
    'github:user@evil.example/octo/app#7',
    'github:evil.example:8080/octo/app#7',
    'github:..//app#7',
    'github:octo/app#7\n',
    ' github:octo/app#7',
    'github:octo/app#99999999999',
    'standing:',
    'standing:a b',
    'standing:../x',
    'standing:a\n',
    `github:octo/${'a'.repeat(101)}#7`,
  ])('refuses %j and says what would be right', (text) => {
    const result = parseWorkItemRef(text);
    expect(result).toEqual({ ok: false, problem: expect.stringContaining('github:owner/repo#15') });
  });

  test('never throws, and whatever it accepts has one text that reads back to the same ref', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), refLike()), (text) => {
        const result = parseWorkItemRef(text);
        if (!result.ok) return expect(result.problem).not.toBe('');
        return expect(parsed(result.ref.text)).toEqual(result.ref);
      }),
    );
  });

  test('what is written from parts reads back to those parts', () => {
    fc.assert(
      fc.property(host, owner, repo, number, (h, o, r, n) => {
        fc.pre(h.toLowerCase() !== GITHUB_HOST);
        const text = formatGitHubRef({ host: h, owner: o, repo: r, number: n });
        expect(parsed(text)).toEqual({ kind: 'github', host: h, owner: o, repo: r, number: n, text });
      }),
    );
  });

  test('an accepted item has a URL whose parts are exactly its own', () => {
    fc.assert(
      fc.property(refLike(), (text) => {
        const result = parseWorkItemRef(text);
        fc.pre(result.ok && result.ref.kind === 'github');
        if (!result.ok || result.ref.kind !== 'github') return;
        const url = new URL(workItemUrl(result.ref));
        expect(url.host).toBe(result.ref.host.toLowerCase());
        expect(url.pathname).toBe(`/${result.ref.owner}/${result.ref.repo}/issues/${result.ref.number}`);
        expect(url.search + url.hash + url.username).toBe('');
      }),
    );
  });
});

describe('workItemUrl', () => {
  test('is the page of the item on its host', () => {
    expect(workItemUrl(parsed('github:octo/app#7'))).toBe('https://github.com/octo/app/issues/7');
    expect(workItemUrl(parsed('github:ghe.corp.example/octo/app#7'))).toBe(
      'https://ghe.corp.example/octo/app/issues/7',
    );
  });

  test('a standing session has none', () => {
    expect(workItemUrl(parsed('standing:night-shift'))).toBeUndefined();
  });
});

/** Text that is nearly a ref: its pieces in odd orders, with the characters that could matter in a URL. */
function refLike() {
  const piece = fc.constantFrom(
    'github:',
    'standing:',
    'octo',
    'app',
    '/',
    '#',
    '7',
    '.',
    '..',
    '?',
    '@',
    ':',
    '%2f',
    ' ',
  );
  return fc.oneof(
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
    fc
      .tuple(fc.constantFrom('', 'ghe.example/'), owner, repo, number)
      .map(([h, o, r, n]) => `github:${h}${o}/${r}#${n}`),
  );
}
