import { Session } from 'node:inspector';
import { families } from './families.js';

// Coverage counts what is compiled after it starts, so the code under test is loaded below, and this file
// runs in a process of its own.
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const { fit, toMrkdwn } = await import('../../dist/digest/index.js');

const KB = 1024;
const COUNTED = /\/(?:dist\/digest|markdown-it|htmlparser2|entities)\//;

/** How often the blocks of the code were run since the last call, as V8 has it. */
function take() {
  let total = 0;
  session.post('Profiler.takePreciseCoverage', (_, coverage) => {
    for (const script of coverage.result) {
      if (!COUNTED.test(script.url)) continue;
      for (const { ranges } of script.functions) for (const { count } of ranges) total += count;
    }
  });
  return total;
}

function work(text) {
  take();
  toMrkdwn(text);
  fit(text, { maxChars: 1500 });
  return take();
}

/** Prints, as JSON, how the work of each family grows from 16 to 64 KB, and from there to 256. */
const growths = families.map(({ make }) => {
  work(make(2 * KB));
  const [small, large, beyond] = [16, 64, 256].map((kb) => work(make(kb * KB)));
  return { work: large / small, workBeyond: beyond / large };
});
process.stdout.write(JSON.stringify(growths));
