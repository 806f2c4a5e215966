/** What can be measured, by name; each is loaded when it is asked for. */
const BENCHES = { digest: () => import('./digest/run.js') };

const name = process.argv[2] ?? '';
const load = BENCHES[name];
if (load) {
  const { run } = await load().catch((cause) => {
    throw new Error('the benchmark measures the build; run `npm run build` first', { cause });
  });
  run((line) => process.stdout.write(`${line}\n`));
} else {
  process.stderr.write(`usage: npm run bench -- <${Object.keys(BENCHES).join('|')}>\n`);
  process.exitCode = 2;
}
