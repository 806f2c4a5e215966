import { describe, expect, test } from '@jest/globals';
import { validateBlocks, validateView } from '../../../../src/sandbox/slack/validate/index.js';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = { type: 'section', text: mrkdwn('x') };
const button = { type: 'button', text: plain('Go') };
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const option = { text: plain('One'), value: '1' };
const image = { type: 'image', alt_text: 'a', image_url: 'https://e.invalid/a.png' };

test('a message with every kind of block is good', () => {
  const blocks = [
    { type: 'context', block_id: 'c', elements: [image, mrkdwn('a'), { ...plain('b'), emoji: true }] },
    { ...section, block_id: 's', accessory: { ...button, action_id: 'a' }, expand: true },
    { type: 'section', fields: [mrkdwn('a'), plain('b')] },
    { type: 'section', text: { ...mrkdwn('a'), verbatim: true }, accessory: image },
    actions(
      { ...button, action_id: 'b', style: 'primary', url: 'https://e.invalid', value: 'v' },
      { type: 'static_select', action_id: 's', placeholder: plain('Pick'), options: [option] },
      { type: 'overflow', action_id: 'o', options: [{ ...option, url: 'http://e.invalid' }] },
      { type: 'static_select', options: [option], initial_option: option },
    ),
    { type: 'divider' },
    { type: 'header', text: plain('h') },
    { ...image, title: plain('t') },
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] }] },
    {
      type: 'input',
      label: plain('l'),
      element: { type: 'plain_text_input', multiline: true, max_length: 3_000 },
      optional: true,
    },
    { type: 'markdown', text: '# x' },
    { type: 'table', rows: [] },
  ];
  expect(validateBlocks(blocks, 'message')).toEqual([]);
  expect(validateBlocks(blocks.slice(0, -2), 'modal')).toEqual([]);
  expect(validateBlocks([], 'home')).toEqual([]);
});

test.each([
  ['null', null, 'must be an array', ''],
  ['an object', { type: 'divider' }, 'must be an array', ''],
  ['a string in the list', ['divider'], 'must provide an object', '/0'],
  ['a block without type', [{}], 'missing required field: type', '/0'],
  ['an unknown block', [{ type: 'banner' }], 'unsupported type: banner', '/0/type'],
  ['a type from the prototype', [{ type: 'constructor' }], 'unsupported type: constructor', '/0/type'],
  ['an unknown field', [{ type: 'divider', text: 'x' }], 'invalid additional property: text', '/0'],
  ['a section without text', [{ type: 'section' }], 'missing required field: text', '/0'],
  ['empty text', [{ type: 'section', text: mrkdwn('') }], 'must be more than 0 characters', '/0/text/text'],
  ['text that is a string', [{ type: 'section', text: 'x' }], 'must provide an object', '/0/text'],
  [
    'text that is a number',
    [{ type: 'section', text: { type: 'mrkdwn', text: 1 } }],
    'must be a string',
    '/0/text/text',
  ],
  [
    'a text without text',
    [{ type: 'section', text: { type: 'mrkdwn' } }],
    'missing required field: text',
    '/0/text',
  ],
  [
    'emoji on mrkdwn',
    [{ type: 'section', text: { ...mrkdwn('x'), emoji: true } }],
    'invalid additional property: emoji',
    '/0/text',
  ],
  ['mrkdwn in a header', [{ type: 'header', text: mrkdwn('x') }], 'unsupported type: mrkdwn', '/0/text/type'],
  [
    'mrkdwn on a button',
    [actions({ ...button, text: mrkdwn('x') })],
    'unsupported type: mrkdwn',
    '/0/elements/0/text/type',
  ],
  [
    'a button in a context',
    [{ type: 'context', elements: [button] }],
    'unsupported type: button',
    '/0/elements/0/type',
  ],
  ['an image in actions', [actions(image)], 'unsupported type: image', '/0/elements/0/type'],
  ['a button without text', [actions({ type: 'button' })], 'missing required field: text', '/0/elements/0'],
  [
    'an unknown style',
    [actions({ ...button, style: 'loud' })],
    'must be one of: primary, danger',
    '/0/elements/0/style',
  ],
  [
    'a javascript link',
    [actions({ ...button, url: 'javascript:alert(1)' })],
    'must be a valid http(s) URL',
    '/0/elements/0/url',
  ],
  [
    'a relative link',
    [actions({ ...button, url: '/issues/1' })],
    'must be a valid http(s) URL',
    '/0/elements/0/url',
  ],
  [
    'a link without host',
    [actions({ ...button, url: 'https://' })],
    'must be a valid http(s) URL',
    '/0/elements/0/url',
  ],
  [
    'an empty value',
    [actions({ ...button, value: '' })],
    'must be more than 0 characters',
    '/0/elements/0/value',
  ],
  [
    'an option without value',
    [actions({ type: 'overflow', options: [{ text: plain('x') }] })],
    'missing required field: value',
    '/0/elements/0/options/0',
  ],
  [
    'a select without options',
    [actions({ type: 'static_select' })],
    'missing required field: options',
    '/0/elements/0',
  ],
  [
    'a select with both lists',
    [
      actions({
        type: 'static_select',
        options: [option],
        option_groups: [{ label: plain('g'), options: [option] }],
      }),
    ],
    'only one of options and option_groups allowed',
    '/0/elements/0',
  ],
  [
    'an initial option that is not listed',
    [actions({ type: 'static_select', options: [option], initial_option: { ...option, value: '2' } })],
    'must be one of the options',
    '/0/elements/0/initial_option',
  ],
  ['an image without source', [{ type: 'image', alt_text: 'a' }], 'missing required field: image_url', '/0'],
  [
    'an input without element',
    [{ type: 'input', label: plain('l') }],
    'missing required field: element',
    '/0',
  ],
  [
    'a button as an input',
    [{ type: 'input', label: plain('l'), element: button }],
    'unsupported type: button',
    '/0/element/type',
  ],
  [
    'a long id on a control not drawn here',
    [actions({ type: 'datepicker', action_id: 'x'.repeat(256) })],
    'must be less than 256 characters',
    '/0/elements/0/action_id',
  ],
  [
    'an input longer than Slack takes',
    [{ type: 'input', label: plain('l'), element: { type: 'plain_text_input', max_length: 3_001 } }],
    'must be less than 3001',
    '/0/element/max_length',
  ],
  ['a flag that is a word', [{ ...section, expand: 'yes' }], 'must be a boolean', '/0/expand'],
] as const)('%s is refused', (_name, blocks, problem, place) => {
  expect(validateBlocks(blocks, 'message')).toEqual([`${problem} [json-pointer:/blocks${place}]`]);
});

test.each(['markdown', 'table'])('a %s block exists only in messages', (type) => {
  const block = type === 'markdown' ? { type, text: 'x' } : { type, rows: [] };
  expect(validateBlocks([block], 'message')).toEqual([]);
  for (const surface of ['modal', 'home'] as const) {
    expect(validateBlocks([block], surface)).toEqual([
      `unsupported type: ${type} [json-pointer:/blocks/0/type]`,
    ]);
  }
});

test('block ids are unique in the message, action ids in their block', () => {
  const choice = { ...button, action_id: 'choice' };
  expect(validateBlocks([actions(choice), actions(choice)], 'message')).toEqual([]);
  expect(
    validateBlocks(
      [
        { ...actions(choice, choice), block_id: 'b' },
        { type: 'divider', block_id: 'b' },
      ],
      'message',
    ),
  ).toEqual([
    'block_id must be unique [json-pointer:/blocks/1/block_id]',
    'action_id must be unique [json-pointer:/blocks/0/elements/1/action_id]',
  ]);
});

describe('a view', () => {
  const modal = { type: 'modal', title: plain('t'), blocks: [section] };
  const input = { type: 'input', label: plain('l'), element: { type: 'plain_text_input' } };

  test.each([
    ['is an object', 'x', 'must provide an object', ''],
    ['is a modal or a home', { ...modal, type: 'drawer' }, 'unsupported type: drawer', '/type'],
    ['has a title when it is a modal', { type: 'modal', blocks: [] }, 'missing required field: title', ''],
    ['has blocks', { type: 'home' }, 'missing required field: blocks', ''],
    ['has no title when it is a home', { ...modal, type: 'home' }, 'invalid additional property: title', ''],
    [
      'has a submit button when it asks for input',
      { ...modal, blocks: [input] },
      'missing required field: submit',
      '',
    ],
    [
      'has plain text in its title',
      { ...modal, title: mrkdwn('t') },
      'unsupported type: mrkdwn',
      '/title/type',
    ],
    [
      'holds no markdown block',
      { ...modal, blocks: [{ type: 'markdown', text: 'x' }] },
      'unsupported type: markdown',
      '/blocks/0/type',
    ],
  ])('%s', (_name, view, problem, place) => {
    expect(validateView(view)).toEqual([`${problem} [json-pointer:/view${place}]`]);
  });

  test('with everything in it is good', () => {
    expect(
      validateView({
        ...modal,
        blocks: [section, input],
        submit: plain('s'),
        close: plain('c'),
        private_metadata: '',
        callback_id: 'c',
        external_id: 'e',
        clear_on_close: true,
        notify_on_close: false,
      }),
    ).toEqual([]);
    expect(validateView({ type: 'home', blocks: [section], private_metadata: 'm' })).toEqual([]);
  });
});
