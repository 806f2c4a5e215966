import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('peer-process.js', import.meta.url));

/** The next message of a child; undefined when it ends first, or when `withinMs` pass. */
async function answer(child, withinMs) {
  const over = new AbortController();
  const { signal } = over;
  const heard = await Promise.race([
    once(child, 'message', { signal }).then(([message]) => message),
    once(child, 'exit', { signal }).then(() => undefined),
    sleep(withinMs, undefined, { signal }),
  ]).catch(() => undefined);
  over.abort();
  return heard;
}

/** A peer in a process of its own, which is killed and begun anew when it does not come back. Close it. */
export function peerInProcess(name) {
  let child;
  const begin = async () => {
    child = fork(SCRIPT, [name], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    await answer(child, 60_000);
  };
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    /** @returns what became of it: `made` or `failed` with its milliseconds, or `stuck` after `withinMs` */
    async convert(markdown, withinMs) {
      if (!child?.connected) await begin();
      child.send(markdown);
      const heard = await answer(child, withinMs);
      if (heard !== undefined) return heard;
      end();
      return { kind: 'stuck', ms: withinMs };
    },
    close: end,
  };
}
