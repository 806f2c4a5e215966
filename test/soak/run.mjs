// npm run test:soak -- --questions 500 --seed 7
// npm run test:soak -- --minutes 30
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `npm run test:soak -- [soak | stop | memory] [options]
  --questions N   how many questions the soak asks, however long that takes
  --minutes N     how long the soak takes, however many questions fit in
  --seed N        the same members, faults and kills again`;

const SUITES = ['soak', 'stop', 'memory'];

function wrong(what) {
  process.stderr.write(`${what}\n\n${USAGE}\n`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean' },
        minutes: { type: 'string' },
        questions: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean' },
        outputFile: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return wrong(error.message.split('. ')[0]);
  }
}

const { values, positionals } = read();
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
for (const suite of positionals) {
  if (!SUITES.includes(suite)) wrong(`there is no ${suite}; there are ${SUITES.join(', ')}`);
}
for (const name of ['minutes', 'questions', 'seed']) {
  if (values[name] !== undefined && !(Number(values[name]) > 0)) wrong(`--${name} must be a number above 0`);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const set = (name, value) => (value === undefined ? {} : { [name]: value });
const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--runInBand',
    ...(values.json === true ? ['--json'] : []),
    ...(values.outputFile === undefined ? [] : ['--outputFile', values.outputFile]),
    ...['--testPathIgnorePatterns', '/node_modules/'],
    ...['--testMatch', `**/test/soak/**/*${positionals[0] ?? ''}.test.ts`],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...set('SOAK_MINUTES', values.minutes),
      ...set('SOAK_QUESTIONS', values.questions),
      ...set('SOAK_SEED', values.seed),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('close', (code) => process.exit(code ?? 1));
