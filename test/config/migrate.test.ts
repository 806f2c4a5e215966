import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, parseDocument, stringify } from 'yaml';
import { migrateConfig } from '../../src/config/migrate.js';

/** The text after the move; the text itself when there was nothing to move. */
function moved(text: string): string {
  const result = migrateConfig(text);
  if (result.kind === 'current') return text;
  if (result.kind !== 'moved') throw new Error(`it is ${result.kind}`);
  return result.text;
}

const OLD = `# Ours. Ask ops before you change it.
integrations:
  # the ops webhook, RUNBOOK-7
  slack:
    webhookUrlEnv: HOOK  # rotated in May
    note: |
      # no comment

  # what follows is the-loop's
  github: { transport: auto }

channels:
  slack:
    enabled:   true        # spaces stay
    events:                # what we want to hear
      - session.awaiting_input
    authorizedUsers:
    - U0DANA   # Dana
    # Lee is new
    - "U0LEE"
    channel: 'C0123456789'

# the end
`;

const NEW = `# Ours. Ask ops before you change it.
integrations:
  # the ops webhook, RUNBOOK-7
  # rotated in May

  # what follows is the-loop's
  github: { transport: auto }

channels:
  slack:
    enabled:   true        # spaces stay
    subscribe:                # what we want to hear
      - session.awaiting_input
    channel: 'C0123456789'

# the end

routing:
  authorizedUsers:
    - slack: U0DANA # Dana
    # Lee is new
    - slack: "U0LEE"
`;

test('retired keys go, renamed keys are renamed, people move, and every comment and space stays', () => {
  expect(migrateConfig(OLD)).toEqual({
    kind: 'moved',
    text: NEW,
    changes: [
      'integrations.slack was removed: it is retired, and channels.slack takes its place',
      'channels.slack.events is now called subscribe',
      'channels.slack.authorizedUsers is now routing.authorizedUsers, each member as slack: U…',
    ],
    notes: [],
  });
});

test('twice is once', () => {
  expect(migrateConfig(NEW)).toEqual({ kind: 'current', notes: [] });
});

test('a byte order mark and Windows line endings stay', () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  expect(moved(windows(OLD))).toBe(windows(NEW));
});

test('a byte order mark before a key that goes stays', () => {
  expect(moved('\uFEFFintegrations:\r\n  slack: {}\r\nstate: {}\r\n')).toBe('\uFEFFstate: {}\r\n');
});

describe('shapes', () => {
  test.each([
    ['alone in the file', 'integrations:\n  slack:\n    a: 1\n', ''],
    ['empty', 'integrations:\n  slack:\nstate: {}\n', 'state: {}\n'],
    ['without an end of line', 'state: {}\nintegrations:\n  slack: x', 'state: {}\n'],
    ['in flow style, alone', 'integrations: { slack: { a: 1 } }\nstate: {}\n', 'state: {}\n'],
    ['in flow style, first', 'integrations: { slack: {}, github: {} }\n', 'integrations: { github: {} }\n'],
    ['in flow style, last', 'integrations: { github: {}, slack: {} }\n', 'integrations: { github: {} }\n'],
    [
      'in flow style, in the middle',
      'integrations: { a: 1, slack: x, b: 2 }\n',
      'integrations: { a: 1, b: 2 }\n',
    ],
    ['as JSON', '{"integrations": {"slack": {}}, "state": {}}\n', '{"state": {}}\n'],
    ['a block of text last', 'integrations:\n  slack: |\n    x\n\n\nstate: {}\n', '\n\nstate: {}\n'],
    ['a list last', 'integrations:\n  slack:\n  - a\n  - b: 1\nstate: {}\n', 'state: {}\n'],
    ['behind a comment', '# why\nintegrations:\n  slack: {}\n', '# why\n'],
    ['behind a document’s mark', '---\nintegrations: { slack: {} }\nstate: {}\n', '---\nstate: {}\n'],
  ])('integrations.slack, %s', (_what, before, after) => {
    expect(moved(before)).toBe(after);
  });

  test.each([
    ['quoted', 'channels:\n  slack:\n    "events": [a]\n', 'channels:\n  slack:\n    subscribe: [a]\n'],
    ['in flow style', 'channels: { slack: { events: [a] } }\n', 'channels: { slack: { subscribe: [a] } }\n'],
    [
      'beside one that had no effect',
      'channels:\n  slack:\n    subscribe: [b] # old\n    events: [a]\n',
      'channels:\n  slack:\n    # old\n    subscribe: [a]\n',
    ],
  ])('events, %s', (_what, before, after) => {
    expect(moved(before)).toBe(after);
  });

  const section = 'channels:\n  slack:\n    enabled: true\n';
  test.each([
    [
      'nobody, so nobody',
      `${section}    authorizedUsers: []\n`,
      `${section}\nrouting:\n  authorizedUsers: []\n`,
    ],
    [
      'to a routing section',
      `${section}    authorizedUsers: [U0DANA, W0KIM]\nrouting:\n    control: {}\n`,
      `${section}routing:\n    authorizedUsers:\n      - slack: U0DANA\n      - slack: W0KIM\n    control: {}\n`,
    ],
    [
      'to a routing section in flow style',
      `${section}    authorizedUsers: [U0DANA]\nrouting: { control: {} }\n`,
      `${section}routing: { authorizedUsers: [{ slack: U0DANA }], control: {} }\n`,
    ],
    [
      'in a file in flow style',
      '{ channels: { slack: { authorizedUsers: [U0DANA], enabled: true } } }\n',
      '{ routing: { authorizedUsers: [{ slack: U0DANA }] }, channels: { slack: { enabled: true } } }\n',
    ],
    [
      'without an end of line',
      `${section}    authorizedUsers: [U0DANA]`,
      `${section}\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n`,
    ],
    [
      'to an empty routing section',
      `${section}    authorizedUsers: [U0DANA]\nrouting: # people\nstate: {}\n`,
      `${section}routing: # people\n  authorizedUsers:\n    - slack: U0DANA\nstate: {}\n`,
    ],
    [
      'to an empty routing section at the end',
      `${section}    authorizedUsers: [U0DANA]\nrouting:`,
      `${section}routing:\n  authorizedUsers:\n    - slack: U0DANA\n`,
    ],
    [
      'to a routing section that is null',
      `${section}    authorizedUsers: [U0DANA]\nrouting: null\n`,
      `${section}routing: { authorizedUsers: [{ slack: U0DANA }] }\n`,
    ],
    [
      'to an empty map',
      `${section}    authorizedUsers: [U0DANA]\nrouting: {} # people\n`,
      `${section}routing: { authorizedUsers: [{ slack: U0DANA }] } # people\n`,
    ],
    [
      'to a key without a value',
      `${section}    authorizedUsers: [U0DANA]\nrouting:\n  authorizedUsers: # whom?\n`,
      `${section}routing:\n  # whom?\n  authorizedUsers:\n    - slack: U0DANA\n`,
    ],
    [
      'to a key without a value in flow style',
      `${section}    authorizedUsers: [U0DANA]\nrouting: { authorizedUsers: , control: {} }\n`,
      `${section}routing: { authorizedUsers: [{ slack: U0DANA }], control: {} }\n`,
    ],
    [
      'to a key that is null in flow style',
      `${section}    authorizedUsers: [U0DANA]\nrouting: { authorizedUsers: ~ }\n`,
      `${section}routing: { authorizedUsers: [{ slack: U0DANA }] }\n`,
    ],
    [
      'before a document’s end',
      `${section}    authorizedUsers: [U0DANA]\n...\n# end\n`,
      `${section}\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n...\n# end\n`,
    ],
    [
      'which are all there is',
      'channels:\n  slack: # ours\n    authorizedUsers: [U0DANA]\n',
      'channels:\n  slack: {} # ours\n\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n',
    ],
    [
      'which are all there is, in flow style',
      'channels: { slack: {authorizedUsers: [U0DANA]} }\n',
      'channels: { slack: {} }\n\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n',
    ],
    [
      'with what is said of them',
      `${section}    authorizedUsers: [U0DANA, U0LEE] # ops\n`,
      `${section}\nrouting:\n  authorizedUsers: # ops\n    - slack: U0DANA\n    - slack: U0LEE\n`,
    ],
    [
      'with what is said of nobody',
      `${section}    authorizedUsers: [] # not yet\n`,
      `${section}\nrouting:\n  authorizedUsers: [] # not yet\n`,
    ],
    [
      'with what is said in the middle of a flow list',
      `${section}    authorizedUsers: [ # ops\n      # the lead\n      U0DANA, # Dana\n\n      U0LEE # Lee\n      # no more\n    ] # all\n`,
      `${section}\nrouting:\n  # all\n  authorizedUsers: # ops\n    # the lead\n    - slack: U0DANA # Dana\n    - slack: U0LEE # Lee\n    # no more\n`,
    ],
    [
      'each below its dash',
      `${section}    authorizedUsers:\n      - # one\n        U0DANA # Dana\n\n      -\n        U0LEE # Lee\n    # the channel\n    channel: C012\n`,
      `${section}    # the channel\n    channel: C012\n\nrouting:\n  authorizedUsers:\n    # one\n    - slack: U0DANA # Dana\n    - slack: U0LEE # Lee\n`,
    ],
    [
      'out of a flow map with comments',
      'channels:\n  slack: {\n    authorizedUsers: [U0DANA], # Dana\n    # on\n    enabled: true }\n',
      'channels:\n  slack: {\n     # Dana\n # on\n    enabled: true }\n\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n',
    ],
    [
      'into a flow map, and what is said of them comes above it',
      `${section}    # who\n    authorizedUsers: [U0DANA] # Dana\nrouting: { control: {} }\n`,
      `${section}# who\n# Dana\nrouting: { authorizedUsers: [{ slack: U0DANA }], control: {} }\n`,
    ],
    [
      'into a flow map that is first in the file',
      `\uFEFFrouting: {}\n${section}    authorizedUsers: [U0DANA] # Dana\n`,
      `\uFEFF# Dana\nrouting: { authorizedUsers: [{ slack: U0DANA }] }\n${section}`,
    ],
    [
      'with the lines right above them, and not those of another key',
      `${section}    # the section\n\n    # who\n    # may answer\n    authorizedUsers: [U0DANA]\n    # where\n    channel: C012\n`,
      `${section}    # the section\n\n    # where\n    channel: C012\n\nrouting:\n  # who\n  # may answer\n  authorizedUsers:\n    - slack: U0DANA\n`,
    ],
    [
      'without a comment that stands further in',
      `channels:\n  slack:\n    read:\n      mode: poll\n      # no socket here\n    authorizedUsers: [U0DANA]\n`,
      `channels:\n  slack:\n    read:\n      mode: poll\n      # no socket here\n\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n`,
    ],
    [
      'without the comment behind the key above',
      `${section.trimEnd()} # since May\n    authorizedUsers: [U0DANA]\n`,
      `${section.trimEnd()} # since May\n\nrouting:\n  authorizedUsers:\n    - slack: U0DANA\n`,
    ],
    [
      'which are all there is, with the lines above',
      'channels:\n  slack: # ours\n    # who\n    authorizedUsers: []\nrouting:\n  control: {}\n',
      'channels:\n  slack: {} # ours\nrouting:\n  # who\n  authorizedUsers: []\n  control: {}\n',
    ],
  ])('people, %s', (_what, before, after) => {
    expect(moved(before)).toBe(after);
  });
});

describe('people stay where they are', () => {
  const list = 'channels:\n  slack:\n    enabled: true\n    authorizedUsers: [U0DANA]\n';
  test.each([
    [
      'others are listed already: joined, they could answer',
      `${list}routing: { authorizedUsers: [{ slack: U0LEE }] }\n`,
      'is there already',
    ],
    ['nobody is listed there', `${list}routing: { authorizedUsers: [] }\n`, 'is there already'],
    ['routing is no map', `${list}routing: 3\n`, 'routing is no map'],
    ['the list is an alias', `x: &a [U0DANA]\n${list.replace('[U0DANA]', '*a')}`, 'by hand'],
    ['an item has an anchor', list.replace('[U0DANA]', '[&a U0DANA]'), 'by hand'],
  ])('when %s', (_why, text, note) => {
    expect(migrateConfig(text)).toEqual({
      kind: 'current',
      notes: [
        expect.stringMatching(`^channels\\.slack\\.authorizedUsers stays where it is, and decides:.*${note}`),
      ],
    });
  });
});

test('what cannot be moved is said, and nothing is changed', () => {
  expect(migrateConfig('integrations:\n  slack: &a { x: 1 }\nother: *a\n')).toMatchObject({
    kind: 'stuck',
    byHand: ['remove integrations.slack: it is retired, and channels.slack takes its place'],
  });
  expect(migrateConfig('channels:\n  slack: {events: [a}\n')).toMatchObject({ kind: 'unreadable', line: 2 });
  expect(migrateConfig('')).toEqual({ kind: 'current', notes: [] });
  expect(migrateConfig('- a\n')).toEqual({ kind: 'current', notes: [] });
});

/** A text in pieces: between two there may be a comment, and there has to be a line break behind one. */
const piece = fc.constantFrom('', '', ' # ', '\n        # ', '\n    # ', '\n# ');
const SHAPES = [
  [
    'channels:',
    '\n  slack:',
    '\n    enabled: true',
    '\n    authorizedUsers: [U0DANA, U0LEE]',
    '\n    channel: C012',
    '\n',
  ],
  [
    'channels:',
    '\n  slack:',
    '\n    authorizedUsers:',
    '\n    - U0DANA',
    '\n    -',
    '\n      U0LEE',
    '\n    events: [a]',
    '\n',
  ],
  [
    'channels:',
    '\n  slack:',
    '\n    authorizedUsers: []',
    '\n    events:',
    '\n    - a',
    '\nrouting:',
    '\n  control: {}',
    '\n',
  ],
  ['channels:', '\n  slack:', '\n    authorizedUsers: [', '\n     U0DANA,', '\n     U0LEE', '\n     ]', '\n'],
  [
    'channels:',
    '\n  slack: {',
    '\n   authorizedUsers: [U0DANA],',
    '\n   enabled: true,',
    '\n   events: [a]',
    '\n   }',
    '\nrouting:',
    '\n',
  ],
  [
    'channels:',
    '\n  slack: {',
    '\n   enabled: true,',
    '\n   authorizedUsers: [U0DANA]',
    '\n   }',
    '\nrouting: {',
    '\n  }',
    '\n...',
    '\n',
  ],
  [
    '{',
    '\n channels: {',
    '\n  slack: {',
    '\n   authorizedUsers: [U0DANA,',
    '\n   U0LEE]',
    '\n   }',
    '\n  },',
    '\n state: {}',
    '\n }',
    '\n',
  ],
  [
    'routing:',
    '\n  authorizedUsers:',
    '\nchannels:',
    '\n  slack:',
    '\n    authorizedUsers:',
    '\n    - U0DANA',
    '\n',
  ],
  [
    'integrations:',
    '\n  slack:',
    '\n    a: [',
    '\n     1]',
    '\n    b: |',
    '\n     x',
    '\n  github: {}',
    '\nstate: {}',
    '\n',
  ],
  [
    'integrations: {',
    '\n  slack: {',
    '\n   a: 1 },',
    '\n  github: {} }',
    '\nchannels:',
    '\n  slack:',
    '\n    subscribe:',
    '\n    - b',
    '\n    events: [a]',
    '\n',
  ],
];

test('wherever comments stand, each is there once, and no other', () => {
  let kept = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...SHAPES),
      fc.array(piece, { minLength: 12, maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
      (shape, between, lineBreak) => {
        // In a block text there are no comments; behind its head there may be one on the same line.
        const comment = (index: number) => {
          const words = between[index] ?? '';
          const before = shape[index - 1];
          if (words === '' || index === 0 || before === '\n     x') return '';
          return `${before?.endsWith('|') ? ' # ' : words}C${index}.`;
        };
        const text = shape.map((part, index) => `${comment(index)}${part}`).join('');
        const written = text.replaceAll('\n', lineBreak);
        fc.pre(parseDocument(written).errors.length === 0);
        const result = migrateConfig(written);
        const after = result.kind === 'moved' ? result.text : written;
        const marks = (words: string) => (words.match(/#[^#\r\n]*/g) ?? []).sort();
        expect(marks(after)).toEqual(marks(written));
        if (result.kind === 'moved' && marks(written).length > 1) kept += 1;
      },
    ),
    { numRuns: 500 },
  );
  expect(kept).toBeGreaterThan(200);
});

test.each(['|+\n  a\n\n', '>+\n  a\n\n\n', '|\n  a\n', '|+2\n   a\n\n', '\n  - |+\n    a\n\n'])(
  'a last text %j is the same with a section behind it',
  (state) => {
    const before = `channels:\n  slack:\n    enabled: false\n    authorizedUsers: [U1]\nstate: ${state}`;
    const result = migrateConfig(before);
    if (result.kind !== 'moved') throw new Error(`it is ${result.kind}`);
    expect(parse(result.text).state).toEqual(parse(before).state);
    expect(parse(result.text).routing).toEqual({ authorizedUsers: [{ slack: 'U1' }] });
  },
);

test('a text that is last once the members are gone is the same', () => {
  const before =
    'channels:\n  slack:\n    enabled: false\n    events:\n      - |+\n        a\n\n    authorizedUsers: [U1]\n';
  const result = migrateConfig(before);
  if (result.kind !== 'moved') throw new Error(`it is ${result.kind}`);
  expect(parse(result.text).channels.slack.subscribe).toEqual(['a\n\n']);
});

test.each(['a[', 'a]', 'a{', 'a}', 'a,b', "it's"])(
  'a plain member %s moves into a list in brackets',
  (member) => {
    const before = `channels:\n  slack:\n    enabled: false\n    authorizedUsers:\n      - ${member}\nrouting: {}\n`;
    const result = migrateConfig(before);
    if (result.kind !== 'moved') throw new Error(`it is ${result.kind}`);
    expect(parse(result.text).routing).toEqual({ authorizedUsers: [{ slack: member }] });
  },
);

const words = fc.string({ unit: fc.constantFrom(...'ab#:-{}[]\n "\''), maxLength: 12 });
const value = fc.oneof(words, fc.array(words, { maxLength: 3 }), fc.dictionary(words, words, { maxKeys: 3 }));
const file = fc.record(
  {
    integrations: fc.record({ slack: value, github: value, jira: value }, { requiredKeys: [] }),
    channels: fc.record({
      ledger: value,
      slack: fc.record(
        {
          enabled: fc.boolean(),
          events: fc.array(words),
          subscribe: fc.array(words),
          authorizedUsers: fc.array(words),
          channel: words,
        },
        { requiredKeys: ['enabled'] },
      ),
    }),
    routing: fc.record({ control: value, authorizedUsers: fc.array(words) }, { requiredKeys: [] }),
    state: value,
  },
  { requiredKeys: ['channels'] },
);

test('whatever the file and its style, what it says is the same in the newer keys, and twice is once', () => {
  let forward = 0;
  fc.assert(
    fc.property(
      file,
      fc.constantFrom('BLOCK', 'FLOW', 'JSON'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (data, style, lineBreak, indentSeq) => {
        const text =
          style === 'JSON'
            ? JSON.stringify(data, null, 1)
            : stringify(data, { indentSeq, collectionStyle: style === 'FLOW' ? 'flow' : 'any' });
        const before = text.replaceAll('\n', lineBreak);
        // The library writes some odd words in flow style so that it cannot read them itself.
        fc.pre(parseDocument(before).errors.length === 0);
        const result = migrateConfig(before);
        expect(result.kind === 'moved' || result.kind === 'current').toBe(true);
        if (result.kind !== 'moved') return;
        forward += 1;
        const { integrations, channels, routing, ...rest } = parse(result.text);
        const old = parse(before);
        expect(rest).toEqual({ state: old.state, ...rest });
        expect(integrations?.slack).toBeUndefined();
        expect(integrations?.github).toEqual(old.integrations?.github);
        expect(channels.ledger).toEqual(old.channels.ledger);
        expect(channels.slack.events).toBeUndefined();
        expect(channels.slack.subscribe).toEqual(old.channels.slack.events ?? old.channels.slack.subscribe);
        const listed = (people: { slack: string }[] | undefined) => people?.map(({ slack }) => slack);
        expect(
          channels.slack.authorizedUsers ??
            listed(old.channels.slack.authorizedUsers && routing.authorizedUsers),
        ).toEqual(old.channels.slack.authorizedUsers);
        expect(migrateConfig(result.text).kind).toBe('current');
      },
    ),
    { numRuns: 150 },
  );
  expect(forward).toBeGreaterThan(50);
});
