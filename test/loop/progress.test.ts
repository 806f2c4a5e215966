import { describe, expect, test } from '@jest/globals';
import { Progress } from '../../src/loop/progress.js';

const at = (seconds: number) => new Date(Date.parse('2026-11-30T08:00:00Z') + seconds * 1000);
const kept = (position: string, seconds = 0) => new Progress({ position, heardAt: at(seconds) });

test('a first start has no offset and asks for nothing from before it', () => {
  const before = Date.now();
  const progress = new Progress(null);
  expect(progress.lastEventId).toBeUndefined();
  expect(progress.since.getTime()).toBeGreaterThanOrEqual(before);
});

test('a first start that heard something still asks for nothing from before it', () => {
  const progress = new Progress(null);
  const started = progress.since.getTime();
  progress.advance('10', new Date());
  expect(progress.since.getTime()).toBe(started);
});

test('the start of a first start is kept, and its restart asks from there', () => {
  const { place } = new Progress(null);
  const restarted = new Progress(place);
  expect(restarted.lastEventId).toBeUndefined();
  expect(restarted.since).toEqual(place.heardAt);
});

test('a frame moves the offset and the time, and a catch-up reaches ten seconds behind it', () => {
  const progress = kept('10');
  progress.advance('20', at(5));
  expect(progress.place).toEqual({ position: '20', heardAt: at(5) });
  expect(progress.since).toEqual(at(-5));
});

test.each([undefined, '', 'abc', '-1', '1e3', '9'.repeat(17)])(
  'an id that is no offset (%j) moves only the time',
  (id) => {
    const progress = kept('10');
    progress.advance(id, at(5));
    expect(progress.place).toEqual({ position: '10', heardAt: at(5) });
  },
);

test.each(['abc', '', '12 ', '9'.repeat(17)])(
  'a kept position that is no offset (%j) is not sent',
  (position) => {
    expect(kept(position).lastEventId).toBeUndefined();
  },
);

test('a record of a clock that runs ahead counts as now, and a kept time ahead of now as well', () => {
  const progress = kept('10');
  const ahead = new Date(Date.now() + 3_600_000);
  progress.advance('20', ahead);
  expect(progress.place.heardAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(new Progress({ position: '10', heardAt: ahead }).since.getTime()).toBeLessThanOrEqual(
    Date.now() - 9000,
  );
});

describe('while a catch-up is owed', () => {
  test('the time stands still, over a restart too, until it is settled', () => {
    const progress = kept('10');
    progress.owe();
    progress.advance('20', at(60));
    expect(progress.place).toEqual({ position: '20', heardAt: at(0) });
    expect(new Progress(progress.place).since).toEqual(at(-10));
    progress.settle();
    expect(progress.place).toEqual({ position: '20', heardAt: at(60) });
  });

  test('a lost place has no offset and owes', () => {
    const progress = kept('10');
    progress.lose();
    expect(progress.lastEventId).toBeUndefined();
    expect(progress.owed).toBe(true);
  });

  test('a replay asks for the first byte, until the first frame', () => {
    const progress = kept('10');
    progress.replay();
    expect(progress.lastEventId).toBe('0');
    expect(new Progress(progress.place).replaying).toBe(true);
    progress.advance('30', at(1));
    expect(progress.replaying).toBe(false);
  });
});
