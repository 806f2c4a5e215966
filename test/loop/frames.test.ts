import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createFrameReader, type Frame, type StreamItem } from '../../src/loop/frames.js';

function read(pieces: readonly string[], maxFrame?: number): StreamItem[] {
  const reader = createFrameReader(maxFrame);
  return pieces.flatMap((piece) => reader.feed(piece));
}

function frames(items: readonly StreamItem[]): Frame[] {
  return items.flatMap((item) => (item.kind === 'frame' ? [item.frame] : []));
}

/** A text cut at random places. */
const cutUp = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.array(fc.nat(200), { maxLength: 20 })).map(([whole, cuts]) => {
    const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
    return { whole, pieces: places.slice(1).map((end, n) => whole.slice(places[n], end)) };
  });

const line = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
  fc.constantFrom('', '', 'id: 7', 'event: log', 'retry: 5', ': keep-alive', 'garbage', 'data', 'id:'),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 })
  .map((lines) => lines.map((pair) => pair.join('')).join(''));

describe('pieces', () => {
  test('what is read does not depend on where the stream was cut', () => {
    fc.assert(fc.property(cutUp(stream), ({ whole, pieces }) => expect(read(pieces)).toEqual(read([whole]))));
  });

  test('what is read does not depend on the kind of line ends', () => {
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\r\n', '\r'), (lines, end) => {
        expect(read([`${lines.join(end)}${end}`])).toEqual(read([`${lines.join('\n')}\n`]));
      }),
    );
  });

  test('a frame is complete with its blank line, also when that ends in a CR nothing follows', () => {
    expect(frames(read(['id: 7\revent: log\rdata: x\r', '\r']))).toEqual([
      { id: '7', event: 'log', data: 'x', overLimit: false },
    ]);
  });
});

describe('a frame over the limit', () => {
  const big = `id: 7\nevent: log\ndata: ${'x'.repeat(500)}\n\n`;
  const small = 'id: 8\nevent: log\ndata: y\n\n';

  test('is reported with its id and name, cut, and the next one is whole, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(cutUp(fc.constant(big + small)), ({ pieces }) => {
        const [first, second] = frames(read(pieces, 100));
        expect(first).toMatchObject({ id: '7', event: 'log', overLimit: true });
        expect(first?.data.length).toBeLessThanOrEqual(100);
        expect(second).toEqual({ id: '8', event: 'log', data: 'y', overLimit: false });
      }),
    );
  });

  test('is one too when many lines make it up', () => {
    const many = `id: 7\n${'data: 12345\n'.repeat(50)}\n`;
    expect(frames(read([many, small], 100)).map(({ id, overLimit }) => [id, overLimit])).toEqual([
      ['7', true],
      ['8', false],
    ]);
  });

  test('comments do not count, however many and long', () => {
    const comments = `: ${'c'.repeat(200)}\n`.repeat(20);
    const items = read([comments, small], 100);
    expect(items.filter(({ kind }) => kind === 'alive')).toHaveLength(20);
    expect(frames(items)).toEqual([{ id: '8', event: 'log', data: 'y', overLimit: false }]);
  });

  test('costs time in proportion to its length, and nothing is kept of it', () => {
    const reader = createFrameReader(1000);
    reader.feed('id: 7\ndata: ');
    const piece = 'x'.repeat(64 * 1024);
    for (let n = 0; n < 1000; n += 1) expect(reader.feed(piece)).toEqual([]);
    const [item] = reader.feed('\n\n');
    expect(item).toMatchObject({ kind: 'frame', frame: { id: '7', overLimit: true } });
  });
});
