import { setTimeout as sleep } from 'node:timers/promises';
import { removePristine } from './database.js';
import { FLOWS, type Flow } from './flows.js';
import { judge } from './judge.js';
import { labelOf, type Target, targetsOf } from './points.js';
import { type CrashWorld, startCrashWorld } from './world.js';

/** How often a point is tried that a round did not come by. */
const TRIES = 3;

/**
 * Each start reads every bound thread again, a second apart, the newest last: after so many rounds a new world takes over,
 * which knows of none.
 */
const ROUNDS_A_WORLD = 8;

/** After so many rounds gone wrong, the rest is not worth the time. */
const MOST_WRONG = 5;

/** A round to be played: without a target it finds out which points its flow has. */
type Job = { flow: Flow; target: Target | undefined; tries: number };

function labelFor({ flow, target }: Pick<Job, 'flow' | 'target'>): string {
  return target ? labelOf(flow.name, target) : `${flow.name}: no kill`;
}

/** What a run did and found. */
export type Tally = {
  /** How many kills of each kind, such as `before a commit`. */
  kills: Map<string, number>;
  rounds: number;
  faults: number;
  messages: number;
  typed: number;
  tapped: number;
  /** Deliveries whose fate nobody knows; each was told to its member. */
  inDoubt: number;
  /** What was lost, doubled or wrong, by its point. */
  wrong: string[];
  /** Points that no round came by again: what happens side by side has no fixed number. */
  missed: string[];
  /** Those of them whose like was killed nowhere else. */
  neverKilled: string[];
};

function kindOf({ when, name }: Target): string {
  return `${when} ${/^(?:INSERT|UPDATE|DELETE|COMMIT)/.test(name) ? 'a commit' : 'a call'}`;
}

/**
 * Plays every flow once without a kill, and then once for each point that this has shown, killed there.
 *
 * @param options.url a Postgres server; embedded databases without
 * @param options.worlds how many rounds are played side by side
 * @param options.only one point's label, to play that alone
 * @param options.onRound called after each round, with one line
 */
export async function killEverywhere(options: {
  url: string | undefined;
  worlds: number;
  only: string | undefined;
  onRound: (line: string) => void;
}): Promise<Tally> {
  const { url, worlds, only, onRound } = options;
  const flows = FLOWS.filter(({ name }) => only === undefined || only.startsWith(`${name}: `));
  const jobs: Job[] = flows.map((flow) => ({ flow, target: undefined, tries: 0 }));
  let unexplored = jobs.length;
  const tally: Tally = {
    ...{ kills: new Map(), rounds: 0, faults: 0, messages: 0, typed: 0, tapped: 0, inDoubt: 0 },
    ...{ wrong: [], missed: [], neverKilled: [] },
  };
  const { kills, wrong, missed } = tally;
  const killed = new Set<string>();
  const missing: Target[] = [];

  const play = async (world: CrashWorld, { flow, target, tries }: Job) => {
    const began = Date.now();
    const aftermath = await world.round(flow, target);
    const label = labelFor({ flow, target });
    onRound(`${Date.now() - began} ms ${aftermath.killed ? 'killed' : 'not killed'} ${label}`);
    tally.rounds += 1;
    tally.faults += aftermath.faults;
    tally.messages += aftermath.messages;
    tally[flow.answer] += 1;
    const verdict = judge(flow, aftermath);
    if (verdict.inDoubt) tally.inDoubt += 1;
    if (verdict.wrong.length > 0) {
      wrong.push(`${label}: ${verdict.wrong.join('; ')}`);
      onRound(`WRONG ${wrong.at(-1)}`);
    }
    if (target === undefined) {
      const found = targetsOf(aftermath.done, flow.reach).map((each) => ({ flow, target: each, tries: 1 }));
      jobs.push(...found.filter((job) => only === undefined || labelOf(flow.name, job.target) === only));
      unexplored -= 1;
    } else if (aftermath.killed) {
      kills.set(kindOf(target), (kills.get(kindOf(target)) ?? 0) + 1);
      killed.add(`${target.when} ${target.name}`);
    } else if (tries < TRIES) jobs.push({ flow, target, tries: tries + 1 });
    else {
      missed.push(label);
      missing.push(target);
    }
  };

  /** Plays rounds in one world, and then looks whether a round's end stayed as it was. */
  const inOneWorld = async () => {
    const world = await startCrashWorld(url);
    const labels: string[] = [];
    try {
      while (labels.length < ROUNDS_A_WORLD && wrong.length < MOST_WRONG) {
        const job = jobs.shift();
        if (!job) break;
        labels.push(labelFor(job));
        await play(world, job);
      }
      for (const [index, { then, now }] of world.standings().entries()) {
        const [before, after] = [JSON.stringify(then), JSON.stringify(now)];
        if (before === after) continue;
        wrong.push(`${labels[index]}: after its round was over, ${before} became ${after}`);
        onRound(`WRONG ${wrong.at(-1)}`);
      }
    } finally {
      await world.close();
    }
  };
  const work = async () => {
    while (wrong.length < MOST_WRONG) {
      if (jobs.length > 0) await inOneWorld();
      // Another world may still be finding out what there is to kill.
      else if (unexplored > 0) await sleep(50);
      else break;
    }
  };
  await Promise.all(Array.from({ length: worlds }, work)).finally(removePristine);
  tally.neverKilled = missing
    .map(({ when, name }) => `${when} ${name}`)
    .filter((point) => !killed.has(point));
  return tally;
}

/** A run in one line. */
export function summary(tally: Tally): string {
  const { kills, rounds, faults, messages, typed, tapped, inDoubt, wrong, missed } = tally;
  const all = [...kills.values()].reduce((sum, count) => sum + count, 0);
  const byKind = [...kills].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return [
    `${all} kills (${byKind}), ${faults} faults, ${messages} messages`,
    `${rounds} questions, ${typed} answers typed and ${tapped} tapped`,
    `${wrong.length} lost or doubled`,
    `${inDoubt} deliveries in doubt, each told`,
    `${missed.length} points not come by again${missed.length > 0 ? ` (${missed.join('; ')})` : ''}`,
  ].join('; ');
}
