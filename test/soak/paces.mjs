// Loads the compiled app with a few of its constants changed: the paces that it keeps for Slack's sake, which alone would
// make a soak of minutes one of hours. Everything else, leases, time-outs and backoffs among it, is as shipped. A constant
// that is no longer found where it was fails the start.
const CHANGES = [
  { file: '/dist/app.js', from: '{ perSecond: 1, burst: 5 }', to: '{ perSecond: 200, burst: 5 }' },
  { file: '/dist/app.js', from: 'READ_AGAIN_MS = 15 * 60_000', to: 'READ_AGAIN_MS = 15_000' },
  { file: '/dist/app.js', from: '{ perSecond: 1, burst: 20 }', to: '{ perSecond: 200, burst: 20 }' },
  { file: '/dist/app.js', from: '{ perSecond: 0.8, burst: 5 }', to: '{ perSecond: 200, burst: 5 }' },
  { file: '/dist/slack/read-threads.js', from: 'READ_PACE_MS = 1_200', to: 'READ_PACE_MS = 10' },
];

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const changes = CHANGES.filter(({ file }) => url.endsWith(file));
  if (changes.length === 0) return loaded;
  let source = String(loaded.source);
  for (const { file, from, to } of changes) {
    if (!source.includes(from)) throw new Error(`test/soak/paces.mjs: ${file} no longer holds: ${from}`);
    source = source.replace(from, to);
  }
  return { ...loaded, source };
}
