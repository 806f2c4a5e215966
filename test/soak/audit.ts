import type { Deeds } from './deeds.js';
import type { Posts } from './posts.js';
import type { SoakWorld } from './world.js';

/** A reply as the app keeps it. */
export type Kept = {
  ts: string;
  item: string;
  seq: number;
  kind: 'reply' | 'tap';
  attempts: number;
  mirror: string;
  delivery: string;
  told: boolean;
  settled: boolean;
};

/** What was found wrong, one line each, and what of it only needs telling. */
export type Findings = {
  wrong: string[];
  mirrored: number;
  delivered: number;
  undeliverable: number;
  unknown: number;
  notices: number;
};

const HIDDEN_ID = /<!-- the-loop-slack:[A-Z0-9]+:([\d.]+) -->/;

const KEPT = `SELECT message_ts AS ts, work_item AS item, seq::int AS seq, kind::text AS kind, attempts,
  mirror::text AS mirror, delivery::text AS delivery, told_at IS NOT NULL AS told, settled_at IS NOT NULL AS settled
  FROM inbox
  -- A tap that came too late is kept only to be known again.
  WHERE NOT (kind = 'tap' AND mirror = 'skipped') ORDER BY seq`;

/** Every reply that the app keeps, in the order in which it took them in. */
export function keptReplies(query: NonNullable<SoakWorld['query']>): Promise<Kept[]> {
  return query<Kept>(KEPT);
}

/** Holds what agents and members did against what stands on Slack, on the tickets, in the sessions and in the database. */
export async function audit(
  { ticket, loop, query }: SoakWorld,
  deeds: Deeds,
  posts: Posts,
): Promise<Findings> {
  const wrong: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what);
  };
  const items = new Set(deeds.questions.map(({ item }) => item));

  const threads = new Map<string, Set<string>>();
  for (const { number, item } of deeds.questions) {
    const posted = posts.of(number);
    check(posted.length === 1, `question ${number} stands ${posted.length} times in Slack`);
    const known = threads.get(item) ?? new Set();
    threads.set(item, known);
    for (const { threadTs } of posted) known.add(threadTs);
  }
  for (const [item, roots] of threads) check(roots.size === 1, `${item} has ${roots.size} threads`);

  /** Mirrors by the timestamp in their hidden id. */
  const mirrors = new Map<string, { item: string; body: string; id: number }[]>();
  for (const item of items) {
    for (const { body, id } of ticket.comments(item)) {
      const ts = HIDDEN_ID.exec(body)?.[1];
      if (ts !== undefined) mirrors.set(ts, [...(mirrors.get(ts) ?? []), { item, body, id }]);
    }
  }
  const kept = query ? await keptReplies(query) : [];
  const rows = new Map(kept.map((row) => [row.ts, row]));
  const delivered = new Map<string, { item: string; at: number; texts: string[] }>();
  const marks = new Map<string, string>();
  for (const { ts, mark } of deeds.replies) marks.set(mark, ts);
  for (const { question, mark } of deeds.taps) marks.set(mark, `tap ${question.number}`);
  for (const [at, { ref, text }] of loop.delivered().entries()) {
    const mark = /reply \d+\.|of \d+ it is/.exec(text)?.[0];
    const chosen = /Way \d of \d+ it is/.exec(text)?.[0];
    const ts = marks.get(mark ?? '') ?? marks.get(chosen ?? '');
    check(ts !== undefined, `a session got what nobody said: ${text.slice(0, 60)}`);
    if (ts === undefined) continue;
    const known = delivered.get(ts) ?? { item: ref, at, texts: [] };
    delivered.set(ts, { ...known, texts: [...known.texts, text] });
  }

  for (const { ts, item, mark, listed } of deeds.replies) {
    const written = mirrors.get(ts) ?? [];
    const pastes = delivered.get(ts)?.texts.length ?? 0;
    const told = posts.marks(ts);
    const row = rows.get(ts);
    if (!listed) {
      check(
        written.length === 0,
        `an unlisted member's ${mark} stands ${written.length} times on the ticket`,
      );
      check(pastes === 0, `an unlisted member's ${mark} was delivered ${pastes} times`);
      check(told.length === 0 && row === undefined, `an unlisted member's ${mark} was taken in`);
      continue;
    }
    check(written.length === 1, `${mark} (${ts}) stands ${written.length} times on the ticket`);
    check(
      written.every((one) => one.item === item && one.body.includes(mark)),
      `${mark} (${ts}) is mirrored in the wrong place or with other words`,
    );
    const fate = row?.delivery ?? 'not known';
    check(
      PASTES[fate]?.includes(pastes) === true,
      `${mark} (${ts}) is ${fate} and was delivered ${pastes} times`,
    );
    // 👀 only bridges the time until the verdict: a fault may take it, but never the verdict.
    const verdict = told.filter((name) => name !== 'eyes').join();
    const expected = row?.delivery === 'delivered' ? 'white_check_mark' : 'warning';
    check(verdict === expected, `${mark} (${ts}) is ${row?.delivery} and marked ${verdict}`);
  }

  let tapsTaken = 0;
  for (const { question, actionTs } of deeds.taps) {
    const taken = actionTs.flatMap((ts) => rows.get(ts) ?? []).toSorted((a, b) => a.seq - b.seq);
    tapsTaken += taken.length;
    const name = `the tap on question ${question.number}`;
    check(taken.length > 0, `${name} came to nothing`);
    check(
      taken.slice(0, -1).every(({ delivery }) => delivery === 'undeliverable' || delivery === 'unknown'),
      `${name} counted ${taken.length} times`,
    );
    for (const ts of actionTs) {
      const written = mirrors.get(ts)?.length ?? 0;
      check(written === (rows.has(ts) ? 1 : 0), `${name} (${ts}) stands ${written} times on the ticket`);
    }
    const pastes = delivered.get(`tap ${question.number}`)?.texts.length ?? 0;
    const sure = taken.filter(({ delivery }) => delivery === 'delivered').length;
    const maybe = taken.filter(({ delivery }) => delivery === 'unknown').length;
    check(pastes >= sure && pastes <= sure + maybe, `${name} was delivered ${pastes} times`);
  }
  for (const ts of deeds.barred) check(!rows.has(ts) && !mirrors.has(ts), `${ts} must not be taken in`);

  const listed = deeds.replies.filter((reply) => reply.listed).length;
  check(
    mirrors.size === listed + tapsTaken,
    `${mirrors.size} mirrors for ${listed} replies and ${tapsTaken} taps`,
  );
  if (query) check(kept.length === listed + tapsTaken, `${kept.length} replies are kept`);
  check(
    kept.every(({ settled, told }) => settled && told),
    'a reply is not settled',
  );

  checkOrder(check, kept, items, ({ ts, delivery }) =>
    delivery === 'delivered' ? delivered.get(ts)?.at : undefined,
  );
  // A mirror that was tried again may come later than the next one: the session does not wait for the ticket.
  checkOrder(check, kept, items, ({ ts, attempts }) =>
    attempts === 1 ? mirrors.get(ts)?.[0]?.id : undefined,
  );

  const failed = kept.filter(({ delivery }) => delivery !== 'delivered');
  check(
    posts.notices().length === failed.length,
    `${posts.notices().length} notices for ${failed.length} answers`,
  );
  return {
    wrong,
    mirrored: [...mirrors.values()].flat().length,
    delivered: loop.delivered().length,
    undeliverable: failed.filter(({ delivery }) => delivery === 'undeliverable').length,
    unknown: failed.filter(({ delivery }) => delivery === 'unknown').length,
    notices: posts.notices().length,
  };
}

type Check = (holds: boolean, what: string) => void;

/** How often a reply may have been delivered, by what the app says of it: never twice, and once unless nobody knows. */
const PASTES: Readonly<Record<string, readonly number[]>> = {
  delivered: [1],
  unknown: [0, 1],
  undeliverable: [0],
};

/** Within each work item, `placeOf` rises with the order in which replies were taken in. */
function checkOrder(
  check: Check,
  kept: readonly Kept[],
  items: ReadonlySet<string>,
  placeOf: (row: Kept) => number | undefined,
): void {
  const last = new Map([...items].map((item) => [item, -1]));
  for (const row of kept) {
    const place = placeOf(row);
    if (place === undefined) continue;
    check(place > (last.get(row.item) ?? -1), `${row.item}: ${row.ts} came before an earlier one`);
    last.set(row.item, place);
  }
}
