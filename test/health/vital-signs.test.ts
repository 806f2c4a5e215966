import { describe, expect, test } from '@jest/globals';
import { VitalSigns } from '../../src/health/vital-signs.js';

/** Vital signs on a clock that the test moves. */
function signsAt(wants: { socket: boolean; source: 'stream' | 'log' }) {
  const clock = { now: 1_000 };
  return { signs: new VitalSigns(wants, () => clock.now), clock };
}

describe('the socket', () => {
  test('is well once connected, and says why it is not', () => {
    const { signs } = signsAt({ socket: true, source: 'stream' });
    expect(signs.checkSocket()).toEqual({ ok: false, state: 'connecting', reason: 'not connected yet' });
    signs.socketIs({ state: 'connected' });
    expect(signs.checkSocket()).toEqual({ ok: true, state: 'connected' });
    signs.socketIs({ state: 'waiting', reason: 'the connection closed' });
    expect(signs.checkSocket()).toEqual({ ok: false, state: 'waiting', reason: 'the connection closed' });
  });

  test('counts each connection after the first one', () => {
    const { signs } = signsAt({ socket: true, source: 'stream' });
    signs.socketIs({ state: 'waiting', reason: 'refused' });
    signs.socketIs({ state: 'connected' });
    expect(signs.reconnects).toBe(0);
    signs.socketIs({ state: 'waiting', reason: 'the connection closed' });
    signs.socketIs({ state: 'waiting', reason: 'no greeting from Slack' });
    signs.socketIs({ state: 'connected' });
    expect(signs.reconnects).toBe(1);
  });

  test('is not asked for in poll and off mode', () => {
    const { signs } = signsAt({ socket: false, source: 'stream' });
    expect(signs.checkSocket().ok).toBe(true);
    expect(signs.socketConnected).toBeUndefined();
  });
});

describe('the stream', () => {
  test('is fresh for 45 s after a byte, whatever became of the connection', () => {
    const { signs, clock } = signsAt({ socket: true, source: 'stream' });
    signs.leads(true);
    expect(signs.checkSource()).toEqual({ ok: false, state: 'connecting', reason: 'not connected yet' });
    signs.sourceIs({ state: 'waiting', reason: 'the-loop ECONNREFUSED' });
    expect(signs.checkSource()).toMatchObject({ ok: false, reason: 'the-loop ECONNREFUSED' });
    signs.sourceIs({ state: 'live' });
    signs.byte();
    clock.now += 45_000;
    expect(signs.checkSource()).toEqual({ ok: true, state: 'live' });
    signs.sourceIs({ state: 'waiting', reason: 'the-loop closed the stream' });
    expect(signs.checkSource().ok).toBe(true);
    clock.now += 1_000;
    expect(signs.checkSource()).toEqual({
      ok: false,
      state: 'waiting',
      reason: 'no byte for 46 s: the-loop closed the stream',
    });
    signs.byte();
    expect(signs.checkSource().ok).toBe(true);
  });

  test('is another replica’s while this one does not lead', () => {
    const { signs, clock } = signsAt({ socket: true, source: 'stream' });
    expect(signs.checkSource()).toEqual({ ok: true, state: 'standby' });
    signs.leads(true);
    signs.byte();
    signs.leads(false);
    expect(signs.checkSource()).toEqual({ ok: true, state: 'standby' });
    clock.now += 1_000;
    // What it heard when it led before proves nothing now.
    signs.leads(true);
    expect(signs.checkSource().ok).toBe(false);
  });
});

test('a log file is well while it can be read, whoever leads', () => {
  const { signs } = signsAt({ socket: false, source: 'log' });
  expect(signs.checkSource()).toEqual({ ok: false, state: 'connecting', reason: 'not read yet' });
  signs.sourceIs({ state: 'live' });
  expect(signs.checkSource()).toEqual({ ok: true, state: 'live' });
  signs.sourceIs({ state: 'waiting', reason: 'the event log is not there yet' });
  expect(signs.checkSource()).toMatchObject({ ok: false, reason: 'the event log is not there yet' });
  expect(signs.leading).toBeUndefined();
});
