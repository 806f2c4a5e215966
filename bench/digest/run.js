import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import MarkdownIt from 'markdown-it';
import { fit, toMrkdwn } from '../../dist/digest/index.js';
import { families, prose } from './families.js';

const KB = 1024;
const SMALL = 64 * KB;
const LARGE = 256 * KB;
const ADDRESS = 'https://github.com/octo/app/issues/7';
const GOALS = { growth: 5, smallMs: 150, draw: 2, fit: 0.5 };

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

const digest = (text) => fit(text, { maxChars: 1500, url: ADDRESS });

const both = (text) => () => {
  toMrkdwn(text);
  digest(text);
};

/**
 * The fastest time of each of `runs`, in milliseconds. They take turns, each begun with a clean heap, so
 * that a busy moment of the machine does not fall on one of them alone.
 */
function fastest(runs, rounds) {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  const begun = performance.now();
  for (let round = 0; round < rounds && performance.now() - begun < 4000; round++) {
    for (const [at, run] of runs.entries()) {
      collect();
      const start = performance.now();
      run();
      best[at] = Math.min(best[at], performance.now() - start);
    }
  }
  return best;
}

function time({ name, make }) {
  const small = make(SMALL);
  const large = make(LARGE);
  both(small)();
  const runs = [small, large].flatMap((text) => [() => toMrkdwn(text), () => digest(text)]);
  const [drawSmall, fitSmall, drawLarge, fitLarge] = fastest(runs, 8);
  const smallMs = Math.max(drawSmall, fitSmall);
  const largeMs = Math.max(drawLarge, fitLarge);
  // Below a few milliseconds the clock says more about the machine than about the text.
  return { name, smallMs, largeMs, growth: largeMs < 5 ? 0 : largeMs / smallMs };
}

/** The growth of the work of each family, from 16 to 64 KB; it is the same at every load of the machine. */
function workGrowths() {
  const script = new URL('./work.js', import.meta.url);
  return JSON.parse(execFileSync(process.execPath, [fileURLToPath(script)], { encoding: 'utf8' }));
}

function row({ name, smallMs, largeMs, growth, work }) {
  const misses = growth > GOALS.growth || work > GOALS.growth || smallMs > GOALS.smallMs;
  const cells = [
    name.padEnd(42),
    smallMs.toFixed(1).padStart(9),
    largeMs.toFixed(1).padStart(9),
    (growth === 0 ? '-' : growth.toFixed(2)).padStart(9),
    work.toFixed(2).padStart(9),
  ];
  return `${cells.join('')}${misses ? '  over the goal' : ''}`;
}

function printProse(print) {
  const md = new MarkdownIt('default', { html: true });
  const text = prose(SMALL);
  for (let warm = 0; warm < 30; warm++) {
    md.parse(text, {});
    both(text)();
  }
  const [parse, draw, condense] = fastest(
    [() => md.parse(text, {}), () => toMrkdwn(text), () => digest(text)],
    100,
  );
  const times = (ms) => `${(ms / parse).toFixed(2)}x`;
  print('64 KB of prose');
  print(`  markdown-it's parse   ${parse.toFixed(1)} ms`);
  print(`  toMrkdwn              ${draw.toFixed(1)} ms   ${times(draw)} (goal ${GOALS.draw}x)`);
  print(`  fit                   ${condense.toFixed(1)} ms   ${times(condense)} (goal ${GOALS.fit}x)`);
}

/** Prints what ordinary and crafted texts cost. */
export function run(print) {
  printProse(print);
  const titles = ['64 KB', '256 KB', 'growth', 'work'].map((title) => title.padStart(9));
  print('');
  print(`${'crafted text, ms, the slower of the two'.padEnd(42)}${titles.join('')}`);
  const times = families.map(time);
  const works = workGrowths();
  const rows = times.map((measured, at) => ({ ...measured, work: works[at] }));
  for (const measured of rows) print(row(measured));
  const worst = (key) => rows.reduce((a, b) => (b[key] > a[key] ? b : a));
  const [growth, work, slowest] = ['growth', 'work', 'smallMs'].map(worst);
  print('');
  print(
    `${rows.length} families, each with four times the text. Goals: time and work grow at most ${GOALS.growth}x,`,
  );
  print(`and 64 KB take at most ${GOALS.smallMs} ms. Work counts the blocks of code run, from 16 to 64 KB.`);
  print(`worst growth of time   ${growth.growth.toFixed(2)}x  ${growth.name}`);
  print(`worst growth of work   ${work.work.toFixed(2)}x  ${work.name}`);
  print(`slowest at 64 KB       ${slowest.smallMs.toFixed(0)} ms  ${slowest.name}`);
}
