import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blockTextLength } from '../../../../src/sandbox/slack/validate/block-text.js';
import { validateBlocks, validateView } from '../../../../src/sandbox/slack/validate/index.js';

describe('whatever it is given, the validator does not throw', () => {
  const surface = fc.constantFrom('message' as const, 'modal' as const, 'home' as const);

  test('on any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), surface, (value, where) => {
        expect(Array.isArray(validateBlocks(value, where))).toBe(true);
        expect(Array.isArray(validateView(value))).toBe(true);
        expect(blockTextLength(value)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('on blocks of known types with any fields', () => {
    const type = fc.constantFrom(
      'section',
      'context',
      'actions',
      'divider',
      'header',
      'image',
      'input',
      'rich_text',
      'markdown',
      'table',
      'button',
      'static_select',
      'overflow',
      'plain_text',
      'mrkdwn',
      'plain_text_input',
      'modal',
      'home',
    );
    const names = fc.constantFrom(
      'text',
      'elements',
      'accessory',
      'fields',
      'options',
      'option_groups',
      'initial_option',
      'block_id',
      'action_id',
      'element',
      'label',
      'blocks',
      'title',
      'value',
      'url',
      'image_url',
      'alt_text',
      'confirm',
    );
    const { node } = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
      list: fc.array(tie('node'), { maxLength: 4 }),
      object: fc
        .tuple(type, fc.array(fc.tuple(names, tie('node')), { maxLength: 5 }))
        .map(([kind, fields]) => ({ type: kind, ...Object.fromEntries(fields) })),
      node: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('list'), tie('object')),
    }));
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), surface, (blocks, where) => {
        for (const problem of [
          ...validateBlocks(blocks, where),
          ...validateView({ type: 'modal', blocks }),
        ]) {
          expect(problem).toMatch(/ \[json-pointer:\/(?:blocks|view)[^\]]*\]$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('on nesting deeper than the call stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(validateBlocks(deep, 'message')).toEqual(['nested too deeply [json-pointer:/blocks]']);
    expect(validateView({ type: 'modal', blocks: deep })).toEqual(['nested too deeply [json-pointer:/view]']);
    expect(blockTextLength(deep)).toBe(0);
  });
});
