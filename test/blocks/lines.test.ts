import { expect, test } from '@jest/globals';
import { editIgnored, keywordRecorded, noLongerOpen, notListed, textNotKept } from '#blocks/lines.js';
import { TICKET } from './texts.js';

test.each([notListed, keywordRecorded, textNotKept])('$name links the ticket when it has a page', (line) => {
  expect(line(TICKET)).toContain(`<${TICKET}|the ticket>`);
  expect(line(undefined)).toContain('the ticket');
  expect(line('javascript:alert(1)')).not.toContain('<');
});

test('each line is one short line', () => {
  for (const line of [
    notListed(undefined),
    keywordRecorded(undefined),
    textNotKept(undefined),
    editIgnored(),
    noLongerOpen(),
  ]) {
    expect(line).toMatch(/^[A-Z][^\n]{20,110}\.$/);
  }
});
