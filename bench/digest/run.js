import MarkdownIt from 'markdown-it';
import { fit, toMrkdwn } from '../../dist/digest/index.js';
import { families, prose } from './families.js';

const KB = 1024;
const SMALL = 64 * KB;
const LARGE = 256 * KB;
const URL = 'https://github.com/octo/app/issues/7';
const GOALS = { growth: 5, smallMs: 150, draw: 2, fit: 0.5 };

const digest = (text) => fit(text, { maxChars: 1500, url: URL });

/** The fastest of several runs, in milliseconds. */
function fastest(run, times) {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < times; at++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function measure({ name, make }) {
  const small = make(SMALL);
  const large = make(LARGE);
  const both = (text) => () => {
    toMrkdwn(text);
    digest(text);
  };
  const smallMs = fastest(both(small), 3);
  const largeMs = fastest(both(large), 2);
  // Below a millisecond the clock says more about the machine than about the text.
  const growth = largeMs < 4 ? 0 : largeMs / Math.max(smallMs, 1);
  return { name, smallMs, largeMs, growth };
}

function row({ name, smallMs, largeMs, growth }) {
  const missed = growth > GOALS.growth || smallMs > GOALS.smallMs ? '  over the goal' : '';
  return `${name.padEnd(42)}${smallMs.toFixed(1).padStart(8)}${largeMs.toFixed(1).padStart(9)}${growth.toFixed(2).padStart(8)}${missed}`;
}

/** Prints what crafted and ordinary texts cost. */
export function run(print) {
  const md = new MarkdownIt('default', { html: true });
  const text = prose(SMALL);
  for (let warm = 0; warm < 30; warm++) {
    md.parse(text, {});
    toMrkdwn(text);
    digest(text);
  }
  const parse = fastest(() => md.parse(text, {}), 20);
  const draw = fastest(() => toMrkdwn(text), 20);
  const condense = fastest(() => digest(text), 20);
  print('64 KB of prose');
  print(`  markdown-it's parse   ${parse.toFixed(1)} ms`);
  print(
    `  toMrkdwn              ${draw.toFixed(1)} ms   ${(draw / parse).toFixed(2)}x (goal ${GOALS.draw}x)`,
  );
  print(
    `  fit                   ${condense.toFixed(1)} ms   ${(condense / parse).toFixed(2)}x (goal ${GOALS.fit}x)`,
  );
  print('');
  print(
    `${'crafted input, toMrkdwn and fit'.padEnd(42)}${'64 KB'.padStart(8)}${'256 KB'.padStart(9)}${'growth'.padStart(8)}`,
  );
  const rows = families.map(measure);
  for (const measured of rows) print(row(measured));
  const worst = rows.reduce((a, b) => (b.growth > a.growth ? b : a));
  const slowest = rows.reduce((a, b) => (b.smallMs > a.smallMs ? b : a));
  print('');
  print(
    `${rows.length} families; worst growth ${worst.growth.toFixed(2)}x (${worst.name}), goal ${GOALS.growth}x`,
  );
  print(`slowest at 64 KB ${slowest.smallMs.toFixed(0)} ms (${slowest.name}), goal ${GOALS.smallMs} ms`);
}
