import type { ServerResponse } from 'node:http';
import type { PartName } from './client/wire.js';
import type { Deck } from './deck.js';
import { partOf } from './snapshot.js';

/** How often the far sides that announce nothing are looked at, in milliseconds. */
const LOOK_MS = 80;

/** `app` is last: when it tells of another world, the rest of that is there. */
const PARTS: readonly PartName[] = ['slack', 'ticket', 'session', 'draft', 'app'];

/** The open pages, each told of every part that changed. */
export type Live = {
  /** Keeps an event stream open: it gets every part now, and each part anew when it changes. */
  add(response: ServerResponse): void;
  /** Looks at once instead of at the next tick. */
  look(): void;
  close(): void;
};

function frame(part: PartName, json: string): string {
  return `event: ${part}\ndata: ${json}\n\n`;
}

/** Looks at the deck while at least one page is open, and sends what is new. */
export function startLive(deck: Deck): Live {
  const pages = new Set<ServerResponse>();
  const sent = new Map<PartName, string>();
  let timer: NodeJS.Timeout | undefined;
  let cheap = '';
  const unlisten: (() => void)[] = [];
  let slackChanged = true;
  const listen = () => {
    for (const off of unlisten.splice(0)) off();
    unlisten.push(
      deck.stage.world.slack.events.onAny(() => {
        slackChanged = true;
      }),
    );
    slackChanged = true;
  };
  const offReset = deck.stage.onReset(listen);
  listen();

  /** Changes whenever something besides Slack may have. */
  const glance = () => {
    const { ticket, loop } = deck.stage.world;
    const comments = deck.items.map((ref) => ticket.comments(ref).length);
    return [...comments, loop.delivered().length, deck.stage.state, loop.streams.count()].join();
  };
  const look = () => {
    const grew = deck.tail.read();
    const now = glance();
    if (!grew && !slackChanged && now === cheap) return;
    cheap = now;
    slackChanged = false;
    for (const part of PARTS) {
      const json = JSON.stringify(partOf(deck, part));
      if (sent.get(part) === json) continue;
      sent.set(part, json);
      for (const page of pages) page.write(frame(part, json));
    }
  };
  return {
    add(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      slackChanged = true;
      look();
      for (const [part, json] of sent) response.write(frame(part, json));
      pages.add(response);
      timer ??= setInterval(look, LOOK_MS);
      response.once('close', () => {
        pages.delete(response);
        if (pages.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    look() {
      slackChanged = true;
      look();
    },
    close() {
      clearInterval(timer);
      offReset();
      for (const off of unlisten.splice(0)) off();
      for (const page of pages) page.end();
    },
  };
}
