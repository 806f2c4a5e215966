import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { REDACTED, scrub } from '../../src/ledger/scrub.js';

const nothingKnown = { secrets: [], paths: [] };
const mixed = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7';

describe('secrets by their shape', () => {
  test.each([
    ['a Slack bot token', `xoxb-123456789012-${mixed}`],
    ['a Slack app token', `xapp-1-A0123456789-123-${mixed}`],
    ['a Slack refresh token', `xoxe.xoxp-1-${mixed}`],
    ['a GitHub token', `ghp_${mixed}aaaaaaaaa`],
    ['a GitHub OAuth token', `gho_${mixed}aaaaaaaaa`],
    ['a GitHub server token', `ghs_${mixed}aaaaaaaaa`],
    ['a GitHub user token', `ghu_${mixed}aaaaaaaaa`],
    ['a GitHub refresh token', `ghr_${mixed}aaaaaaaaa`],
    ['a fine-grained GitHub token', `github_pat_11ABCDEFG0_${mixed}`],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['an sk- key', `sk-proj-${mixed}`],
    ['a JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${mixed}`],
    ['a Google key', `AIza${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R'}`],
  ])('%s goes, with and without marks around it', (_name, secret) => {
    expect(scrub(`use ${secret} now`, nothingKnown)).toBe(`use ${REDACTED} now`);
    expect(scrub(`*${secret}*`, nothingKnown)).toBe(`*${REDACTED}*`);
    expect(scrub(`_${secret}`, nothingKnown)).toBe(`_${REDACTED}`);
    expect(scrub(`<https://x.example/?t=${secret}|label>`, nothingKnown)).not.toContain(secret);
  });

  test.each([
    'SG.abcdefghijklmnop1234.ABCDEFGHIJKLMNOP5678qrst',
    'hf_abcdefghijklmnopqrstuvwx',
    'dop_v1_0123456789abcdef0123456789abcdef',
    'pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw',
    'ya29.a0AfH6SMBxxxxxxxxxxxxxxxxxxxx',
    'https://discord.com/api/webhooks/123456789012345678/abcDEF_ghi-jkl',
    'DB_PASS=hunter2hunter2',
    'AccountKey=abcdEFGH1234abcdEFGH1234==',
  ])('%s does not stay', (text) => {
    const scrubbed = scrub(`see ${text} here`, { secrets: [], paths: [] });
    expect(scrubbed).toContain('[redacted]');
    expect(scrubbed).not.toContain(text.slice(-12));
  });

  test('a private key goes from its first line to its last', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAAAA\n-----END RSA PRIVATE KEY-----';
    expect(scrub(`a\n${key}\nb\n${key}\nc`, nothingKnown)).toBe(`a\n${REDACTED}\nb\n${REDACTED}\nc`);
  });

  test('a private key without its last line takes the rest with it', () => {
    expect(scrub('a\n-----BEGIN PRIVATE KEY-----\nMIIEow', nothingKnown)).toBe(`a\n${REDACTED}`);
  });

  test('a Slack webhook keeps its host only', () => {
    expect(scrub('https://hooks.slack.com/services/T0/B0/abcDEF', nothingKnown)).toBe(
      `https://hooks.slack.com/${REDACTED}`,
    );
  });

  test.each([
    ['https://user:pass@host.example/x', `https://${REDACTED}@host.example/x`],
    ['postgres://app:s3cret@db.example:5432/app', `postgres://${REDACTED}@db.example:5432/app`],
    [
      'postgres://app:<mailto:s3cret@db.example|s3cret@db.example>/app',
      `postgres://${REDACTED}@db.example/app`,
    ],
    [`https://${mixed}@host.example/x`, `https://${REDACTED}@host.example/x`],
    ['ssh://git@host.example/x', 'ssh://git@host.example/x'],
    ['https://medium.example/@someone', 'https://medium.example/@someone'],
  ])('%s becomes %s', (text, scrubbed) => {
    expect(scrub(text, nothingKnown)).toBe(scrubbed);
  });

  test.each([
    ['Authorization: Bearer abc123def456', `Authorization: Bearer ${REDACTED}`],
    ['send Bearer abc123def456 along', `send Bearer ${REDACTED} along`],
    ['Authorization: Basic dXNlcjpwYXNz', `Authorization: Basic ${REDACTED}`],
    ['the bearer certificate is fine', 'the bearer certificate is fine'],
  ])('%s becomes %s', (text, scrubbed) => {
    expect(scrub(text, nothingKnown)).toBe(scrubbed);
  });
});

describe('assignments', () => {
  test.each([
    ['password=hunter2', `password=${REDACTED}`],
    ['password: hunter2', `password: ${REDACTED}`],
    ['PASSWORD = hunter2 ok', `PASSWORD = ${REDACTED} ok`],
    ['DB_PASSWORD=hunter2', `DB_PASSWORD=${REDACTED}`],
    ['token: abcdef', `token: ${REDACTED}`],
    ['GITHUB_TOKEN=abcdef', `GITHUB_TOKEN=${REDACTED}`],
    ['"apiKey": "abcdef"', `"apiKey": ${REDACTED}`],
    ['api_key=abcdef', `api_key=${REDACTED}`],
    ['api-key: abcdef', `api-key: ${REDACTED}`],
    ['client_secret=abcdef', `client_secret=${REDACTED}`],
    ['key=abcdef', `key=${REDACTED}`],
    ['password: "correct horse battery"', `password: ${REDACTED}`],
    ['password: `hunter2`', `password: ${REDACTED}`],
    ['*password:* hunter2', `*password:* ${REDACTED}`],
    ['password = <http://abc.example|abc.example>', `password = ${REDACTED}`],
    ['password=a&amp;b&lt;c', `password=${REDACTED}`],
    ['secret := abcdef', `secret := ${REDACTED}`],
  ])('%s becomes %s', (text, scrubbed) => {
    expect(scrub(text, nothingKnown)).toBe(scrubbed);
  });

  test.each([
    'max_tokens=4096',
    'tokens: 120000',
    'secret: true',
    'the key: consistency',
    'monkey: banana1234',
    'author=Jane',
    'reset the password first',
    'token bucket',
  ])('%s is no secret', (text) => {
    expect(scrub(text, nothingKnown)).toBe(text);
  });
});

describe('known values', () => {
  test('go wherever they stand, also as Slack encodes them', () => {
    const options = { secrets: ['s3<&>cret', 'plain-value'], paths: [] };
    expect(scrub('a s3&lt;&amp;&gt;cret b plain-value', options)).toBe(`a ${REDACTED} b ${REDACTED}`);
  });

  test('go whole where one begins with another', () => {
    const options = { secrets: ['sentinel-1', 'sentinel-1-and-more'], paths: [] };
    expect(scrub('a sentinel-1-and-more b', options)).toBe(`a ${REDACTED} b`);
  });

  test('are never left, in any text around them', () => {
    const secret = 'sentinel-0001';
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(scrub(before + secret + after, { secrets: [secret], paths: [] })).not.toContain(secret);
      }),
    );
  });

  test('too short to be one, they blank nothing', () => {
    expect(scrub('a test', { secrets: ['', 'a'], paths: [] })).toBe('a test');
  });
});

describe('paths of this machine', () => {
  const options = {
    secrets: [],
    paths: ['/home/u', '/home/u/work/state/', '/tmp', 'C:\\Users\\me', '/', ''],
  };

  test.each([
    ['/home/u/a/b.ts:12', '…/a/b.ts:12'],
    ['/home/u/work/state/x', '…/x'],
    ['`/home/u`', '`…`'],
    ['file:///tmp/x.log', 'file://…/x.log'],
    ['C:\\Users\\me\\x', '…\\x'],
    ['/home/ubuntu/x', '/home/ubuntu/x'],
    ['/home/u2/x', '/home/u2/x'],
    ['/opt/home/u/x', '/opt/home/u/x'],
    ['https://x.example/tmp/y', 'https://x.example/tmp/y'],
    ['/usr/lib', '/usr/lib'],
  ])('%s becomes %s', (text, scrubbed) => {
    expect(scrub(text, options)).toBe(scrubbed);
  });
});
