import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import { follow } from './following.js';
import { openStream, rawServer, sendArray } from './raw-server.js';
import { capture, memoryCursor, until } from './support.js';

type Server = Awaited<ReturnType<typeof rawServer>>;

let server: Server | undefined;
let following: ReturnType<typeof follow> | undefined;

afterEach(async () => {
  await following?.stop();
  await server?.close();
});

type Handler = Parameters<typeof rawServer>[0][string];

async function start(stream: Handler, given: Partial<Parameters<typeof follow>[0]> = {}) {
  server = await rawServer({ '/api/v1/stream': stream, '/api/v1/events': (response) => sendArray(response) });
  following = follow({ baseUrl: server.url, ...given });
  return { server, following };
}

function frame(id: number, question: string, end = '\n'): string {
  const record = {
    ts: '2026-11-30T08:00:00.000Z',
    event: 'session.awaiting_input',
    work_item: 'github:o/a#1',
    question,
  };
  return [`id: ${id}`, 'event: log', `data: ${JSON.stringify(record)}`, '', ''].join(end);
}

/** The `Last-Event-ID` of each connection so far. */
function lastEventIds({ requests }: Server): (string | undefined)[] {
  return requests.flatMap(({ url, headers }) =>
    url === '/api/v1/stream' ? [one(headers['last-event-id'])] : [],
  );
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

const heardAll = (count: number) =>
  until(() => following?.questions().length === count, `${count} questions, heard ${following?.questions()}`);

describe('bytes of a running the-loop', () => {
  test('a live stream: the records we use, and the cursor at its end', async () => {
    const { following } = await start((response, _, count) =>
      count === 1 ? openStream(response, capture('stream-live.txt')).end() : openStream(response),
    );
    await until(() => following.cursor.place?.position === '3927', 'the last frame');
    expect(following.heard.map(({ record }) => record.event)).toEqual([
      'session.awaiting_input',
      'session.reply_sent',
      'graph.parked',
      'graph.escalated',
      'graph.completed',
      'session.reply_sent',
    ]);
    expect(following.lines.join('\n')).not.toContain('malformed');
  });

  test('a desync in front of retry, and the stream going on', async () => {
    const { server, following } = await start(
      (response, _, count) => openStream(response, count === 1 ? capture('stream-desync.txt') : undefined),
      { cursor: memoryCursor({ position: '999999', heardAt: new Date('2026-11-30T07:50:00Z') }) },
    );
    await until(() => server.count('/api/v1/stream') === 2, 'the log to be read from its first byte');
    expect(following.lines.join('\n')).toContain('truncated');
    const query = new URL(server.requests.find(({ url }) => url?.includes('/events'))?.url ?? '', server.url)
      .searchParams;
    expect(query.get('since')).toBe('2026-11-30T07:49:50.000Z');
    expect(query.get('limit')).toBe('0');
    expect(query.getAll('type')).toContain('session.awaiting_input');
    expect(lastEventIds(server)).toEqual(['999999', '0']);
  });
});

describe('what a stream can be cut into', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('%s line ends, byte by byte, with characters of several bytes', async (_, end) => {
    const { following } = await start((response) => {
      openStream(response, '');
      for (const byte of Buffer.from(frame(10, '😀 é', end) + frame(20, 'two', end)))
        response.write(Buffer.of(byte));
    });
    await heardAll(2);
    expect(following.questions()).toEqual(['😀 é', 'two']);
  });

  test('a frame cut off by the end of the connection is not taken, and heard on the next one', async () => {
    const { server, following } = await start((response, _, count) => {
      openStream(response);
      if (count === 1) response.end(frame(10, 'one') + frame(20, 'two').slice(0, -2));
      else response.write(frame(20, 'two'));
    });
    await heardAll(2);
    expect(following.questions()).toEqual(['one', 'two']);
    expect(server.requests.findLast(({ url }) => url === '/api/v1/stream')?.headers['last-event-id']).toBe(
      '10',
    );
  });

  test('a connection reset in the middle of a frame is the same', async () => {
    await start((response, request, count) => {
      openStream(response);
      if (count > 1) response.write(frame(20, 'two'));
      else
        response.write(frame(10, 'one') + frame(20, 'two').slice(0, 40), () =>
          request.socket.resetAndDestroy(),
        );
    });
    await until(() => following?.questions().includes('two') ?? false, 'the second question');
  });

  test('garbage frames and fields are skipped, and logged once without their text', async () => {
    const { following } = await start((response) => {
      openStream(response);
      response.write(
        'sentinel\n\nid: 5\nevent: log\ndata: sentinel\n\nid: 6\nevent: log\ndata: sentinel again\n\n',
      );
      response.write('event: desync\ndata: sentinel\n\n');
      response.write(
        'retry: sentinel\n\nevent: log\nid: sentinel\ndata: {"event":"session.awaiting_input"}\n\n',
      );
      response.write(frame(70, 'after'));
    });
    await heardAll(1);
    await until(() => following.cursor.place?.position === '70', 'the cursor');
    expect(following.lines.filter((line) => line.includes('malformed'))).toHaveLength(2);
    expect(following.lines.join('\n')).not.toContain('sentinel');
  });

  test('frames of other kinds are ignored, and their ids are no offsets', async () => {
    const { server, following } = await start((response, _, count) => {
      openStream(response);
      if (count > 1) return;
      response.write(frame(10, 'one'));
      response.write('id: 30\nevent: log\ndata: {"event":"other"}\n\n');
      response.end('id: 4\nevent: transcript\ndata: {}\n\nid: 5\ndata: {}\n\n: keep-alive\n\n');
    });
    await until(() => server.count('/api/v1/stream') === 2, 'the next connection');
    expect(lastEventIds(server)).toEqual([undefined, '30']);
    expect(following.lines.join('\n')).not.toContain('malformed');
  });

  test('a frame over 1 MB is refused with its reason, and the stream goes on behind it', async () => {
    const { server, following } = await start((response) => {
      openStream(response);
      response.write(frame(10, 'x'.repeat(5 * 1024 * 1024)));
      response.write(frame(20, 'after'));
    });
    await heardAll(1);
    expect(following.questions()).toEqual(['after']);
    expect(following.lines.join('\n')).toContain('refused: over 1 MB');
    expect(server.count('/api/v1/stream')).toBe(1);
  });
});

describe('time', () => {
  test('keep-alives are life: nothing but comments keeps a connection up', async () => {
    let comments = 0;
    const { server, following } = await start(
      (response) => {
        openStream(response);
        const timer = setInterval(() => {
          comments += 1;
          response.write(': keep-alive\n\n');
        }, 20);
        response.once('close', () => clearInterval(timer));
      },
      { silenceMs: 150 },
    );
    await until(() => comments > 20, 'twenty comments');
    expect(server.count('/api/v1/stream')).toBe(1);
    expect(following.said('silent')).toBe(false);
  });

  test('the server says how long to wait between connections', async () => {
    const { following } = await start((response) => openStream(response, 'retry: 120\n\n').end(': bye\n\n'));
    await until(() => following.waits().length >= 2, 'two waits');
    expect(following.waits().slice(0, 2)).toEqual([120, 120]);
  });

  test('a server that opens streams and closes them without a word is called less and less often', async () => {
    const { following } = await start((response) => openStream(response, 'retry: 1\n\n').end());
    await until(() => following.waits().length >= 4, 'four waits');
    expect(following.waits().slice(0, 4)).toEqual([10, 20, 40, 50]);
  });

  test('a reader that is busy slows the sender down instead of filling the memory', async () => {
    let release = () => {};
    let busy = false;
    let written = 0;
    const total = 64 * 1024 * 1024;
    const filler = `id: 99\nevent: log\ndata: {"event":"x","filler":"${'x'.repeat(60_000)}"}\n\n`;
    const { following } = await start(
      (response) => {
        openStream(response).write(frame(10, 'one'));
        const pour = () => {
          let room = true;
          while (room && written < total) {
            written += filler.length;
            room = response.write(filler);
          }
          if (written < total) response.once('drain', pour);
          else response.write(frame(20, 'two'));
        };
        pour();
      },
      {
        onRecord: ({ record }) => {
          if (record.event !== 'session.awaiting_input' || record.question !== 'one')
            return Promise.resolve();
          busy = true;
          return new Promise((resolve) => {
            release = resolve;
          });
        },
      },
    );
    await until(() => busy, 'the reader to be busy');
    let before = -1;
    const stands = () => {
      const still = before === written;
      before = written;
      return still;
    };
    // The sender stands still once every buffer between the two is full.
    await until(stands, 'the sender to stand still');
    expect(written).toBeLessThan(total / 2);
    release();
    await until(() => following.cursor.place?.position === '20', 'the rest', 20_000);
  }, 30_000);
});

describe('answers that are no stream', () => {
  test.each([
    [
      'a page of a gateway',
      'answered with text/html',
      (response: Parameters<Handler>[0]) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    [
      'a redirect, which is not followed',
      'answered 302',
      (response: Parameters<Handler>[0]) => response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    ['a 500', 'answered 500', (response: Parameters<Handler>[0]) => response.writeHead(500).end()],
  ])('%s is said, and tried again', async (_, reason, answer) => {
    const { server, following } = await start((response, _request, count) => {
      if (count === 1) answer(response);
      else openStream(response).write(frame(10, 'one'));
    });
    await heardAll(1);
    expect(following.said(reason)).toBe(true);
    expect(server.count('/elsewhere')).toBe(0);
  });
});

test('a catch-up of any size is heard one record at a time, oldest first', async () => {
  const record = (n: number) => ({
    ts: '2026-11-30T08:00:00.000Z',
    event: 'session.awaiting_input',
    work_item: 'github:o/a#1',
    question: `${n} ${'x'.repeat(1000)}`,
  });
  const records = Array.from({ length: 2000 }, (_, n) => record(n));
  records.splice(1000, 0, { ...record(-1), question: 'y'.repeat(2 * 1024 * 1024) });
  server = await rawServer({
    '/api/v1/stream': (response) => openStream(response),
    '/api/v1/events': (response) => sendArray(response, records),
  });
  following = follow({ baseUrl: server.url });
  await heardAll(2000);
  expect(following.questions().map((question) => Number.parseInt(question, 10))).toEqual(
    Array.from({ length: 2000 }, (_, n) => n),
  );
  expect(following.lines.join('\n')).toContain('refused: over 1 MB');
});

test('a catch-up that breaks off goes on behind what was heard, and comes to its end', async () => {
  const start = Date.parse('2026-11-30T00:00:00.000Z');
  const records = Array.from({ length: 100 }, (_, n) => ({
    ts: new Date(start + n * 60_000).toISOString(),
    event: 'session.awaiting_input',
    work_item: 'github:o/a#1',
    question: `${n}`,
  }));
  const asked: string[] = [];
  server = await rawServer({
    '/api/v1/stream': (response) => {
      const timer = setInterval(() => response.write(': keep-alive\n\n'), 5);
      openStream(response).once('close', () => clearInterval(timer));
    },
    '/api/v1/events': (response, request) => {
      const since = new URL(request.url ?? '', 'http://x').searchParams.get('since') ?? '';
      asked.push(since);
      const left = records.filter(({ ts }) => ts >= since);
      const part = left.slice(0, 30);
      response.writeHead(200, { 'content-type': 'application/json' });
      const text = JSON.stringify(part);
      if (part.length === left.length) response.end(text);
      else response.write(`${text.slice(0, -1)},`, () => response.destroy());
    },
  });
  following = follow({
    baseUrl: server.url,
    cursor: memoryCursor({ position: '', heardAt: new Date(start) }),
  });
  await heardAll(100);
  expect(following.questions()).toEqual(records.map(({ question }) => question));
  expect(asked.length).toBeLessThan(8);
  await until(
    () => following?.cursor.place?.heardAt.getTime() === start + 99 * 60_000,
    'the time to be kept',
  );
});

test('a stream that waits for a long catch-up is not lost to the garbage collector', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  let answer = () => {};
  let closed = 0;
  server = await rawServer({
    '/api/v1/stream': (response) => {
      openStream(response)
        .once('close', () => {
          closed += 1;
        })
        .write(frame(10, 'one'));
    },
    '/api/v1/events': (response) => {
      answer = () => sendArray(response);
    },
  });
  const { count } = server;
  // The collections may take longer than a silence that other tests think long.
  following = follow({ baseUrl: server.url, silenceMs: 60_000 });
  await until(() => count('/api/v1/events') === 1, 'the catch-up to begin');
  let rounds = 0;
  // Each is a whole collection, and takes long in a process with a large heap.
  await until(
    () => {
      collect();
      rounds += 1;
      return rounds > 10;
    },
    'some collections',
    30_000,
  );
  expect(closed).toBe(0);
  answer();
  await heardAll(1);
  expect(count('/api/v1/stream')).toBe(1);
});

test('a query that never answers holds the stream up only for so long, and less and less often', async () => {
  const asked: number[] = [];
  server = await rawServer({
    '/api/v1/stream': (response) => {
      openStream(response).write(frame(10, 'one'));
      const timer = setInterval(() => response.write(': keep-alive\n\n'), 5);
      response.once('close', () => clearInterval(timer));
    },
    '/api/v1/events': () => {
      asked.push(Date.now());
    },
  });
  following = follow({ baseUrl: server.url, silenceMs: 50, backoff: { minMs: 50, maxMs: 50 } });
  await heardAll(1);
  expect(following.lines.join('\n')).toContain('did not answer in time');
  await until(() => asked.length >= 4, 'four tries');
  const gaps = asked.slice(1).map((at, n) => at - (asked[n] ?? 0));
  expect(gaps[2]).toBeGreaterThanOrEqual(200);
});
