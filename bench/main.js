import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** What can be measured, by name; each is loaded when it is asked for. */
const BENCHES = {
  digest: () => import('./digest/run.js'),
  store: () => import('./store/run.js'),
  growth: () => import('./growth/run.js'),
  memory: () => import('./memory/run.js'),
  pipeline: () => import('./pipeline/run.js'),
};

const USAGE = `usage: npm run bench [-- NAME...] [--json] [--quick] [--save]
  NAME     ${Object.keys(BENCHES).join(', ')}; all of them unless told
  --json   prints JSON (say npm run -s: npm's own lines go to stdout too)
  --quick  small sizes, to see that it runs; its figures say nothing
  --save   keeps each result in bench/results/ and writes docs/performance.md and its pictures anew
       npm run bench -- page   writes the page from the results that are kept
`;

/** More processes than this wanting a core, ours included, and a ratio says more about them than about us. */
const CALM = 2;

function prepare() {
  if (!existsSync(`${HERE}../dist/cli/main.js`)) {
    process.stderr.write('the benchmarks measure the build: run `npm run build` first\n');
    process.exit(2);
  }
  if (existsSync(`${HERE}node_modules`)) return;
  process.stderr.write('installing what is measured beside ours, in bench/ alone: npm ci\n');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: HERE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A goal is met when its value is at most, or at least, what it says; one that needs more cores than there are is not judged. */
function judged(goal, cores) {
  if (goal.needsCores !== undefined && cores < goal.needsCores) return { ...goal, met: 'not judged' };
  return { ...goal, met: goal.most === undefined ? goal.value >= goal.least : goal.value <= goal.most };
}

function print(result) {
  const { name, machine, load, goals } = result;
  const line = (text) => process.stdout.write(`${text}\n`);
  line(
    `${name}: ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}, load ${load.before} before and ${load.after} after`,
  );
  if (load.before > CALM)
    line(`  the machine was busy with other things (load over ${CALM}): measure again before you believe it`);
  for (const { what, value, most, least, met } of goals) {
    const goal = most === undefined ? `at least ${least}` : `at most ${most}`;
    line(
      `  ${met === true ? 'met ' : met === false ? 'MISS' : '-   '}  ${value.toFixed(2).padStart(8)}  ${what} (goal: ${goal})`,
    );
  }
  line('  all figures: --json');
}

function readArguments() {
  const flag = { type: 'boolean' };
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: flag, quick: flag, save: flag, help: flag },
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

/** The page shows embedded Postgres and a server side by side: better said before an hour of measuring than after it. */
async function requireServer() {
  const { findPgbench, ownOnServer } = await import('./lib/databases.js');
  const own = await ownOnServer();
  await own?.drop();
  if (own !== undefined && (await findPgbench()) !== undefined) return;
  process.stderr.write(
    '--save needs pgbench, and a Postgres server: that of BENCH_DATABASE_URL, else of TEST_DATABASE_URL, else on 127.0.0.1:5432\n',
  );
  process.exit(1);
}

const { values, positionals } = readArguments();
const unknown = positionals.find((name) => name !== 'page' && !Object.hasOwn(BENCHES, name));
const page = positionals.includes('page');
const pageAndMore = page && (positionals.length > 1 || values.json || values.quick || values.save);
if (values.help || unknown !== undefined || (values.quick && values.save) || pageAndMore) {
  (values.help ? process.stdout : process.stderr).write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const { writePage } = await import('./page/write.js');
if (page) {
  await writePage();
} else {
  prepare();
  if (values.save) await requireServer();
  const { load, machine } = await import('./lib/machine.js');
  const results = [];
  for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
    const { run } = await BENCHES[name]();
    const before = load();
    const { figures, goals } = await run({ quick: values.quick === true });
    const on = machine();
    const result = {
      name,
      ...(values.quick === true ? { quick: true } : {}),
      machine: on,
      load: { before, after: load() },
      goals: goals.map((goal) => judged(goal, on.cores)),
      figures,
    };
    results.push(result);
    if (!values.json) print(result);
    if (values.save) {
      await mkdir(`${HERE}results`, { recursive: true });
      // Four digits: the rest is noise, and would be noise in the history.
      const text = JSON.stringify(
        result,
        (_key, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value),
        1,
      );
      await writeFile(`${HERE}results/${name}.json`, `${text}\n`);
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify(results, null, 1)}\n`);
  if (values.save) await writePage();
}
