import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { fit, toMrkdwn } from '../../dist/digest/index.js';
import { versionOf } from '../lib/machine.js';
import { median, ratio, sideBySide } from '../lib/measure.js';
import { comments, families, prose } from './families.js';
import { peerInProcess } from './in-process.js';
import { loadPeer, peerNames } from './peers.js';
import { survivals } from './words.js';

const KB = 1024;
const SIZES = [2, 16, 64, 256];
/** What growth is measured between, for everyone alike. GitHub lets a comment hold 64 KB; ours are tried beyond that as well. */
const SMALL = 16 * KB;
const LARGE = 64 * KB;
const BEYOND = 256 * KB;
const ADDRESS = 'https://github.com/octo/app/issues/7';
const GOALS = { growth: 5, largeMs: 150, draw: 2, fit: 0.5, slackify: 6 };

/** What a peer may take for 64 KB before it is given up, in milliseconds. */
const PATIENCE_MS = 5_000;

/** What the peers are tried on: the kinds of crafted text that parsers are known to trip over. All of them would take an hour. */
const FOR_PEERS = new Set([
  ...['unclosed strong', 'unclosed emphasis', 'mixed mark runs', 'opening brackets', 'link openers'],
  ...['image openers', 'links', 'nested quotes', 'nested bullets', 'backtick ladder', 'table rows'],
  ...['comment openers', 'tag openers', 'entities', 'bare urls', 'reference uses'],
]);

const digest = (text) => fit(text, { maxChars: 1500, url: ADDRESS });

const both = (text) => () => {
  toMrkdwn(text);
  digest(text);
};

/**
 * The middle time of each of `runs`, in milliseconds. They take turns, so that a busy moment of the machine does not fall
 * on one of them alone.
 */
function middle(runs, rounds) {
  const times = runs.map(() => []);
  const begun = performance.now();
  for (let round = 0; round < rounds && (round < 3 || performance.now() - begun < 3000); round++) {
    for (const [at, run] of runs.entries()) {
      const start = performance.now();
      run();
      times[at].push(performance.now() - start);
    }
  }
  return times.map(median);
}

function time({ name, make }) {
  const texts = [SMALL, LARGE, BEYOND].map(make);
  const [small] = texts;
  // So that none of them pays for the compiler.
  const warm = performance.now();
  do both(small)();
  while (performance.now() - warm < 150);
  both(texts[1])();
  const runs = texts.flatMap((text) => [() => toMrkdwn(text), () => digest(text)]);
  const ms = middle(runs, 9);
  const [smallMs, largeMs, beyondMs] = [0, 2, 4].map((at) => Math.max(ms[at], ms[at + 1]));
  // Below a few milliseconds the clock says more about the machine than about the text.
  const growth = (from, to) => (to < 5 ? 0 : to / from);
  return { name, smallMs, largeMs, growth: growth(smallMs, largeMs), beyond: growth(largeMs, beyondMs) };
}

/** The growth of the work of each family; it is the same at every load of the machine. */
function workGrowths() {
  const script = new URL('./work.js', import.meta.url);
  return JSON.parse(execFileSync(process.execPath, [fileURLToPath(script)], { encoding: 'utf8' }));
}

/** What each converter makes of ordinary text, which `make` gives so many characters of, beside the bare parse. */
async function ordinaryTimes(make, sizes, { quick }) {
  const md = new MarkdownIt('default', { html: true });
  const peers = {};
  for (const name of peerNames) peers[name] = await loadPeer(name);
  const found = {};
  for (const kb of sizes) {
    const text = make(kb * KB);
    const ours = { parse: () => md.parse(text, {}), toMrkdwn: () => toMrkdwn(text), fit: () => digest(text) };
    const theirs = Object.fromEntries(
      Object.entries(peers).map(([name, convert]) => [name, () => convert(text)]),
    );
    // The slow ones get fewer turns: each of theirs is long enough to be its own average.
    await sideBySide(ours, { rounds: quick ? 5 : 30, budgetMs: 3_000 });
    const near = await sideBySide(ours, { rounds: quick ? 10 : 60, budgetMs: 10_000 });
    const everyone = { parse: ours.parse, toMrkdwn: ours.toMrkdwn, ...theirs };
    // Theirs are warmed as ours are: cold code would cost them two or three times as much.
    await sideBySide(everyone, { rounds: quick ? 3 : 20, budgetMs: 4_000 });
    const all = await sideBySide(everyone, { rounds: quick ? 4 : 12, budgetMs: 20_000 });
    found[kb] = {
      ms: {
        ...Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, median(ms)])),
        ...Object.fromEntries(Object.entries(near).map(([name, ms]) => [name, median(ms)])),
      },
      ofParse: {
        ...Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, ratio(ms, all.parse)])),
        ...Object.fromEntries(Object.entries(near).map(([name, ms]) => [name, ratio(ms, near.parse)])),
      },
      slackifyOfOurs: ratio(all['slackify-markdown'], all.toMrkdwn),
    };
  }
  return found;
}

/** What crafted text does to each peer: 16 and then 64 KB of each family, in a process that can be killed. */
async function peersOnCrafted({ quick }) {
  const found = {};
  for (const name of peerNames) {
    const peer = peerInProcess(name);
    found[name] = [];
    const tried = families.filter(({ name: family }) => FOR_PEERS.has(family));
    for (const { name: family, make } of quick ? tried.slice(0, 3) : tried) {
      let heard = await peer.convert(make(2 * KB), PATIENCE_MS);
      if (heard.kind !== 'stuck') heard = await peer.convert(make(SMALL), PATIENCE_MS);
      const small = heard;
      if (heard.kind !== 'stuck') heard = await peer.convert(make(LARGE), PATIENCE_MS);
      const large = heard;
      found[name].push({ family, kind: large.kind, smallMs: small.ms, largeMs: large.ms });
    }
    peer.close();
  }
  return found;
}

const worst = (rows, key) => rows.reduce((a, b) => (b[key] > a[key] ? b : a));

/** What ordinary and crafted texts cost, ours and the peers', and whose words survive. */
export async function run({ quick }) {
  const kb = quick ? 16 : 64;
  const ordinary = await ordinaryTimes(prose, quick ? [2, 16] : SIZES, { quick });
  const written = await ordinaryTimes(comments, [kb], { quick });
  const works = workGrowths();
  const chosen = quick ? families.slice(0, 6) : families;
  const crafted = chosen.map((family, at) => ({ ...time(family), ...works[at] }));
  const survived = await survivals();
  const peers = await peersOnCrafted({ quick });
  const largest = ordinary[kb];
  const bestPeer = Math.max(...peerNames.map((name) => survived.kept[name]));
  return {
    figures: {
      versions: {
        'markdown-it': versionOf('markdown-it', new URL('../../', import.meta.url)),
        ...Object.fromEntries(
          peerNames.map((name) => [name, versionOf(name, new URL('../', import.meta.url))]),
        ),
      },
      prose: ordinary,
      comments: written,
      ...{ crafted, survived, peers },
    },
    goals: [
      { what: `fit, times the bare parse, ${kb} KB of prose`, value: largest.ofParse.fit, most: GOALS.fit },
      {
        what: `toMrkdwn, times the bare parse, ${kb} KB of prose`,
        value: largest.ofParse.toMrkdwn,
        most: GOALS.draw,
      },
      {
        what: `slackify-markdown, times toMrkdwn, ${kb} KB of prose`,
        value: largest.slackifyOfOurs,
        least: GOALS.slackify,
      },
      {
        what: 'examples whose words survive, over the best peer',
        value: survived.kept.toMrkdwn - bestPeer,
        least: 1,
      },
      {
        what: `worst growth of work for four times the text (${worst(crafted, 'work').name})`,
        value: worst(crafted, 'work').work,
        most: GOALS.growth,
      },
      {
        what: `worst growth of time for four times the text (${worst(crafted, 'growth').name})`,
        value: worst(crafted, 'growth').growth,
        most: GOALS.growth,
      },
      {
        what: `slowest 64 KB, ms (${worst(crafted, 'largeMs').name})`,
        value: worst(crafted, 'largeMs').largeMs,
        most: GOALS.largeMs,
      },
    ],
  };
}
