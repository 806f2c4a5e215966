// npm run test:soak -- --questions 500 --seed 7
// npm run test:soak -- --minutes 30
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string' },
    questions: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
    outputFile: { type: 'string' },
  },
  allowPositionals: true,
});
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
