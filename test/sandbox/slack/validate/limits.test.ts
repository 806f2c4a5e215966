import { describe, expect, test } from '@jest/globals';
import { validateBlocks, validateView } from '../../../../src/sandbox/slack/validate/index.js';

const x = (length: number) => 'x'.repeat(length);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (rest: object) => ({ type: 'section', ...rest });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const button = (rest: object = {}) => ({ type: 'button', text: plain('Go'), ...rest });
const option = (rest: object = {}) => ({ text: plain('One'), value: '1', ...rest });
const select = (rest: object = {}) => ({ type: 'static_select', options: [option()], ...rest });
const overflow = (options: object[]) => ({ type: 'overflow', options });
const confirm = (rest: object) => ({
  title: plain('Sure?'),
  text: plain('Really?'),
  confirm: plain('Yes'),
  deny: plain('No'),
  ...rest,
});
const input = (rest: object) => ({
  type: 'input',
  label: plain('Note'),
  element: { type: 'plain_text_input' },
  ...rest,
});
const address = (length: number) => `https://e.invalid/${x(length - 18)}`;

type Case = readonly [name: string, bound: number, make: (n: number) => object, place: string];

/** Each of Slack's lengths, as `contracts/slack.md` and the documents have them. */
const lengths: readonly Case[] = [
  ['section text', 3_000, (n) => section({ text: mrkdwn(x(n)) }), '/text/text'],
  ['section field', 2_000, (n) => section({ fields: [plain(x(n))] }), '/fields/0/text'],
  ['header', 150, (n) => ({ type: 'header', text: plain(x(n)) }), '/text/text'],
  ['context text', 3_000, (n) => ({ type: 'context', elements: [mrkdwn(x(n))] }), '/elements/0/text'],
  ['button text', 75, (n) => actions(button({ text: plain(x(n)) })), '/elements/0/text/text'],
  ['button value', 2_000, (n) => actions(button({ value: x(n) })), '/elements/0/value'],
  ['button url', 3_000, (n) => actions(button({ url: address(n) })), '/elements/0/url'],
  [
    'button label',
    75,
    (n) => actions(button({ accessibility_label: x(n) })),
    '/elements/0/accessibility_label',
  ],
  ['action_id', 255, (n) => actions(button({ action_id: x(n) })), '/elements/0/action_id'],
  ['block_id', 255, (n) => ({ type: 'divider', block_id: x(n) }), '/block_id'],
  [
    'option text',
    75,
    (n) => actions(select({ options: [option({ text: plain(x(n)) })] })),
    '/elements/0/options/0/text/text',
  ],
  [
    'option value',
    150,
    (n) => actions(select({ options: [option({ value: x(n) })] })),
    '/elements/0/options/0/value',
  ],
  [
    'option description',
    75,
    (n) => actions(select({ options: [option({ description: plain(x(n)) })] })),
    '/elements/0/options/0/description/text',
  ],
  [
    'overflow option url',
    3_000,
    (n) => actions(overflow([option({ url: address(n) })])),
    '/elements/0/options/0/url',
  ],
  ['placeholder', 150, (n) => actions(select({ placeholder: plain(x(n)) })), '/elements/0/placeholder/text'],
  [
    'option group label',
    75,
    (n) => actions({ type: 'static_select', option_groups: [{ label: plain(x(n)), options: [option()] }] }),
    '/elements/0/option_groups/0/label/text',
  ],
  [
    'confirm title',
    100,
    (n) => actions(button({ confirm: confirm({ title: plain(x(n)) }) })),
    '/elements/0/confirm/title/text',
  ],
  [
    'confirm text',
    300,
    (n) => actions(button({ confirm: confirm({ text: mrkdwn(x(n)) }) })),
    '/elements/0/confirm/text/text',
  ],
  [
    'confirm yes',
    30,
    (n) => actions(button({ confirm: confirm({ confirm: plain(x(n)) }) })),
    '/elements/0/confirm/confirm/text',
  ],
  [
    'confirm no',
    30,
    (n) => actions(button({ confirm: confirm({ deny: plain(x(n)) }) })),
    '/elements/0/confirm/deny/text',
  ],
  ['image url', 3_000, (n) => ({ type: 'image', alt_text: 'a', image_url: address(n) }), '/image_url'],
  ['image alt text', 2_000, (n) => ({ type: 'image', alt_text: x(n), image_url: address(30) }), '/alt_text'],
  [
    'image title',
    2_000,
    (n) => ({ type: 'image', alt_text: 'a', image_url: address(30), title: plain(x(n)) }),
    '/title/text',
  ],
  ['input label', 2_000, (n) => input({ label: plain(x(n)) }), '/label/text'],
  ['input hint', 2_000, (n) => input({ hint: plain(x(n)) }), '/hint/text'],
  [
    'input value',
    3_000,
    (n) => input({ element: { type: 'plain_text_input', initial_value: x(n) } }),
    '/element/initial_value',
  ],
  ['markdown', 12_000, (n) => ({ type: 'markdown', text: x(n) }), '/text'],
];

describe('a length', () => {
  test.each(lengths)('of %s is good at %i and refused one beyond', (_name, bound, make, place) => {
    expect(validateBlocks([make(bound)], 'message')).toEqual([]);
    expect(validateBlocks([make(bound + 1)], 'message')).toEqual([
      `must be less than ${bound + 1} characters [json-pointer:/blocks/0${place}]`,
    ]);
  });
});

/** Each of Slack's counts. */
const counts: readonly Case[] = [
  ['section fields', 10, (n) => section({ fields: times(n, () => plain('f')) }), '/fields'],
  ['context elements', 10, (n) => ({ type: 'context', elements: times(n, () => mrkdwn('c')) }), '/elements'],
  ['actions elements', 25, (n) => actions(...times(n, () => button())), '/elements'],
  [
    'select options',
    100,
    (n) => actions(select({ options: times(n, (i) => option({ value: `${i}` })) })),
    '/elements/0/options',
  ],
  [
    'option groups',
    100,
    (n) =>
      actions({
        type: 'static_select',
        option_groups: times(n, () => ({ label: plain('g'), options: [option()] })),
      }),
    '/elements/0/option_groups',
  ],
  ['overflow options', 5, (n) => actions(overflow(times(n, () => option()))), '/elements/0/options'],
];

describe('a count', () => {
  test.each(counts)('of %s is good at %i, refused one beyond and at none', (_name, bound, make, place) => {
    expect(validateBlocks([make(bound)], 'modal')).toEqual([]);
    expect(validateBlocks([make(bound + 1)], 'modal')).toEqual([
      `no more than ${bound} items allowed [json-pointer:/blocks/0${place}]`,
    ]);
    expect(validateBlocks([make(0)], 'modal')).toEqual([
      `no fewer than 1 items allowed [json-pointer:/blocks/0${place}]`,
    ]);
  });
});

test.each([
  ['message', 50],
  ['modal', 100],
  ['home', 100],
] as const)('a %s takes %i blocks', (surface, bound) => {
  const dividers = (n: number) => times(n, () => ({ type: 'divider' }));
  expect(validateBlocks(dividers(bound), surface)).toEqual([]);
  expect(validateBlocks(dividers(bound + 1), surface)).toEqual([
    `no more than ${bound} items allowed [json-pointer:/blocks]`,
  ]);
});

test('a message takes 13,000 characters of text in all its blocks, a modal more', () => {
  const blocks = (last: number) => [
    ...times(4, () => section({ text: mrkdwn(x(2_998)), accessory: button() })),
    section({ text: mrkdwn(x(last)) }),
  ];
  expect(validateBlocks(blocks(1_000), 'message')).toEqual([]);
  expect(validateBlocks(blocks(1_001), 'message')).toEqual([
    expect.stringMatching(/^msg_blocks_too_long: .*\[json-pointer:\/blocks\]$/),
  ]);
  expect(validateBlocks(blocks(1_001), 'modal')).toEqual([]);
});

const modal = (rest: object = {}) => ({ type: 'modal', title: plain('Full text'), blocks: [], ...rest });

describe('a view', () => {
  const viewLengths: readonly Case[] = [
    ['title', 24, (n) => modal({ title: plain(x(n)) }), '/title/text'],
    ['submit', 24, (n) => modal({ submit: plain(x(n)) }), '/submit/text'],
    ['close', 24, (n) => modal({ close: plain(x(n)) }), '/close/text'],
    ['private_metadata', 3_000, (n) => modal({ private_metadata: x(n) }), '/private_metadata'],
    ['callback_id', 255, (n) => modal({ callback_id: x(n) }), '/callback_id'],
    ['external_id', 255, (n) => modal({ external_id: x(n) }), '/external_id'],
  ];

  test.each(viewLengths)('has a %s of at most %i characters', (_name, bound, make, place) => {
    expect(validateView(make(bound))).toEqual([]);
    expect(validateView(make(bound + 1))).toEqual([
      `must be less than ${bound + 1} characters [json-pointer:/view${place}]`,
    ]);
  });

  test('has at most 100 blocks', () => {
    const blocks = times(101, () => ({ type: 'divider' }));
    expect(validateView(modal({ blocks: blocks.slice(1) }))).toEqual([]);
    expect(validateView(modal({ blocks }))).toEqual([
      'no more than 100 items allowed [json-pointer:/view/blocks]',
    ]);
  });

  test('is at most 250,000 bytes of JSON, counted in UTF-8', () => {
    const full = times(83, () => section({ text: mrkdwn('é'.repeat(1_475)) }));
    const spare = 250_000 - Buffer.byteLength(JSON.stringify(modal({ blocks: full, private_metadata: '' })));
    expect(spare).toBeGreaterThan(0);
    expect(spare).toBeLessThan(3_000);
    expect(validateView(modal({ blocks: full, private_metadata: x(spare) }))).toEqual([]);
    expect(validateView(modal({ blocks: full, private_metadata: x(spare + 1) }))).toEqual([
      expect.stringMatching(/^view_too_large: /),
    ]);
  });
});
