import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

/** What a test file must have closed when it ends: each would keep a process alive. */
const WATCHED = ['TCPServerWrap', 'TCPSocketWrap', 'PipeServerWrap', 'ProcessWrap'];

/** How long closing may take after the last test, in milliseconds: sockets end, children exit. */
const GRACE_MS = 5_000;

function open() {
  const counts = new Map(WATCHED.map((name) => [name, 0]));
  for (const name of process.getActiveResourcesInfo()) {
    if (counts.has(name)) counts.set(name, counts.get(name) + 1);
  }
  return counts;
}

/** Node's environment, in which a test file that leaves a server, socket or child process behind fails. Jest itself tells timers. */
export default class LeakEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.before = open();
  }

  /** A test that failed may have left its things open: what counts then is why it failed, which throwing would hide. */
  handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.failed = true;
    if (event.name === 'hook_failure') this.failed = true;
  }

  leaked() {
    return [...open()].filter(([name, count]) => count > this.before.get(name)).map(([name]) => name);
  }

  async teardown() {
    const end = Date.now() + GRACE_MS;
    while (this.leaked().length > 0 && Date.now() < end) await sleep(20);
    const leaked = this.leaked();
    await super.teardown();
    if (leaked.length > 0 && !this.failed)
      throw new Error(`left open when the file ended: ${leaked.join(', ')}`);
  }
}
