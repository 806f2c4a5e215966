import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLineReader, PRINT_BYTES } from '../../src/loop/log-lines.js';

function read(whole: Buffer, cuts: readonly number[], limit: number) {
  const reader = createLineReader(limit, Buffer.alloc(0));
  const ends = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
  // The pieces share one buffer that is overwritten, as a reader of a file does.
  const chunk = Buffer.alloc(whole.length);
  const lines = ends.slice(1).flatMap((end, n) => {
    const start = ends[n] ?? 0;
    whole.copy(chunk, 0, start, end);
    return reader.push(chunk.subarray(0, end - start));
  });
  return { lines, recent: reader.recent() };
}

const text = fc
  .array(fc.string({ unit: fc.constantFrom('a', '\n', '😀', 'é', '\r') }))
  .map((parts) => parts.join(''));

test('the whole lines come out, wherever the bytes were cut, with how many bytes they took', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(60)), (whole, cuts) => {
      const { lines } = read(Buffer.from(whole), cuts, 1000);
      const wanted = whole.split('\n').slice(0, -1);
      expect(lines.map((line) => line.text)).toEqual(wanted);
      expect(lines.map(({ bytes }) => bytes)).toEqual(wanted.map((line) => Buffer.byteLength(line) + 1));
    }),
  );
});

test('the print of a line and of the end is the bytes before them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 200 }), { maxLength: 8 }),
      fc.array(fc.nat(500)),
      (parts, cuts) => {
        const whole = Buffer.from(parts.map((part) => `${part}\n`).join(''));
        const { lines, recent } = read(whole, cuts, 10);
        let end = 0;
        for (const line of lines) {
          end += line.bytes;
          expect(line.print).toEqual(whole.subarray(Math.max(0, end - PRINT_BYTES), end));
        }
        expect(recent).toEqual(whole.subarray(-PRINT_BYTES));
      },
    ),
  );
});

test('a line over the limit is named and dropped, its neighbours stay', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40)), (cuts) => {
      const { lines } = read(Buffer.from(`one\n${'x'.repeat(20)}\ntwo\n`), cuts, 10);
      expect(lines.map((line) => line.text)).toEqual(['one', undefined, 'two']);
    }),
  );
});
