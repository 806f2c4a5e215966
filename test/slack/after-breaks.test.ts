import { beforeEach, describe, expect, test } from '@jest/globals';
import { afterBreaks } from '../../src/slack/after-breaks.js';
import type { SocketState } from '../../src/slack/socket.js';

const CONNECTED: SocketState = { state: 'connected' };
const WAITING: SocketState = { state: 'waiting', reason: 'the connection closed' };
const MINUTE = 60_000;

describe('threads are read after a break in which an event may have been lost', () => {
  let backs: number;
  let wall: number;
  let steady: number;
  let hear: (state: SocketState) => void;
  beforeEach(() => {
    backs = 0;
    wall = 1_800_000_000_000;
    steady = 5_000;
    hear = afterBreaks(
      () => {
        backs += 1;
      },
      { wall: () => wall, steady: () => steady },
    );
  });
  const pass = (ms: number) => {
    wall += ms;
    steady += ms;
  };

  test('not at the first connection, nor after a short break: Slack sends again', () => {
    hear(CONNECTED);
    for (let n = 0; n < 5; n += 1) {
      pass(40 * MINUTE);
      hear(WAITING);
      pass(MINUTE - 1);
      hear(CONNECTED);
    }
    expect(backs).toBe(0);
  });

  test('after a long one, counted from its beginning, once', () => {
    hear(CONNECTED);
    hear(WAITING);
    pass(MINUTE);
    hear({ state: 'waiting', reason: 'ECONNREFUSED' });
    pass(1);
    hear(CONNECTED);
    expect(backs).toBe(1);
    hear(WAITING);
    hear(CONNECTED);
    expect(backs).toBe(1);
  });

  test('after a first connection that took long', () => {
    hear(WAITING);
    pass(2 * MINUTE);
    hear(CONNECTED);
    expect(backs).toBe(1);
  });

  test('after the machine slept, however soon the connection is back', () => {
    hear(CONNECTED);
    wall += 8 * 60 * MINUTE;
    hear(WAITING);
    pass(500);
    hear(CONNECTED);
    expect(backs).toBe(1);
    hear(WAITING);
    hear(CONNECTED);
    expect(backs).toBe(1);
  });
});
