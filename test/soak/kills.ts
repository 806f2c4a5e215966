import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../helpers/until.js';
import type { Chance } from './random.js';
import { processorSeconds, type Replica } from './replica.js';
import type { SoakWorld } from './world.js';

/** How long a replica may take to be connected, in milliseconds: a busy machine starts slowly. */
const READY_MS = 60_000;

/** Two replicas, one of which is killed now and then and started again. */
export function kills(world: SoakWorld, random: Chance) {
  const replicas: [Replica, Replica] = [world.start(), world.start()];
  let killed = 0;
  let seconds = 0;
  let logs = '';
  const account = async ({ pid, over }: Replica) => {
    if (!over()) seconds += await processorSeconds(pid);
  };
  const opened = () => world.slack.calls('apps.connections.open').length;
  return {
    ready: () =>
      until(
        'both replicas to be connected',
        () => world.slack.connections() === 2 && world.loop.streams.count() > 0,
        READY_MS,
      ),
    /** Kills one of them each time that `due` says so and both are there, until `enough`. */
    async killWhen(due: (killed: number) => boolean, enough: () => boolean): Promise<void> {
      while (!enough()) {
        if (!due(killed)) {
          await sleep(50);
          continue;
        }
        const which = random.happens(0.5) ? 0 : 1;
        const replica = replicas[which];
        await account(replica);
        replica.kill('SIGKILL');
        await replica.ended;
        logs += replica.log();
        killed += 1;
        const before = opened();
        replicas[which] = world.start();
        // Once it has asked Slack for its connection, everything in it runs.
        await until('the replica to be back', () => opened() > before, READY_MS);
      }
    },
    /** Ends both as an operator does. */
    async stop(): Promise<void> {
      for (const replica of replicas) {
        await account(replica);
        replica.kill('SIGTERM');
      }
      await Promise.all(replicas.map(({ ended }) => ended));
    },
    async usageNow() {
      const now = await Promise.all(replicas.map(({ pid, over }) => (over() ? 0 : processorSeconds(pid))));
      return `${(seconds + now.reduce((sum, one) => sum + one, 0)).toFixed(0)} s cpu, ${killed} killed`;
    },
    killed: () => killed,
    usage: () => `${seconds.toFixed(0)} s of processor time for the replicas`,
    logs: () => (logs + replicas.map((replica) => replica.log()).join('')).slice(-4_000),
  };
}
