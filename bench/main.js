import { run as digest } from './digest/run.js';

const BENCHES = { digest };

const name = process.argv[2] ?? '';
const bench = BENCHES[name];
if (bench) {
  bench((line) => process.stdout.write(`${line}\n`));
} else {
  process.stderr.write(`usage: npm run bench -- <${Object.keys(BENCHES).join('|')}>\n`);
  process.exitCode = 2;
}
