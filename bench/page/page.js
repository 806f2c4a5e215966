import { bars, lines } from './svg.js';
import { goals, measuredOn, ms, number, table, times } from './words.js';

const image = (name, words) => `![${words}](images/performance-${name}.svg)`;

function digest({ digest: result }) {
  const { prose, comments, survived, peers, versions, crafted } = result.figures;
  const names = Object.keys(survived.kept).filter((name) => name !== 'toMrkdwn');
  const speed = (kb, name) =>
    prose[kb].ms[name] === undefined ? '' : number(kb / 1024 / (prose[kb].ms[name] / 1000));
  const all = ['parse', 'fit', 'toMrkdwn', ...names];
  const called = (name) =>
    name === 'parse'
      ? `markdown-it ${versions['markdown-it']}, parse alone`
      : versions[name]
        ? `${name} ${versions[name]}`
        : `\`${name}\``;
  const worst = (name) => peers[name].reduce((a, b) => (b.largeMs > a.largeMs ? b : a));
  // The same rule for all: times of a few milliseconds say more about the machine.
  const over = (name) =>
    peers[name].filter(
      ({ smallMs, largeMs, kind }) => kind === 'stuck' || (largeMs > 5 && largeMs / smallMs > 5),
    ).length;
  const failing = (name) => peers[name].filter(({ kind }) => kind === 'failed').length;
  const overOf = (count, all, failed) => `${count} of ${all}${failed > 0 ? `, ${failed} fail` : ''}`;
  const slow = crafted.filter(({ growth }) => growth > 5);
  const beyond = crafted.filter((family) => family.beyond > 5);
  const most = (key) => Math.max(...crafted.map((family) => family[key]));
  return {
    text: `## The digest

${goals(result)}

${measuredOn(result)}

Megabytes a second on prose, and the time for 64 KB of it as a multiple of what markdown-it needs to parse it, which is the
floor for anything built on markdown-it. The last column is the same multiple for 64 KB of text shaped like what agents write: headings, lists,
code, tables and quotes, with prose between them. \`fit\` reads all and writes at most 1,500 characters; the others convert the whole.
Faster than all of it are three that parse less: md-to-slack and the two called mack. What that costs is in the table after this one.

${table(
  ['', '2 KB', '16 KB', '64 KB', '256 KB', 'of the parse, 64 KB', 'time, 64 KB', 'of the parse, comments'],
  all.map((name) => [
    called(name),
    ...[2, 16, 64, 256].map((kb) => speed(kb, name)),
    times(prose[64].ofParse[name]),
    ms(prose[64].ms[name]),
    times(comments[64].ofParse[name]),
  ]),
)}

${image('digest', 'Times of the converters for 64 KB of prose')}

Words that survive, over the ${survived.examples} examples of CommonMark 0.31 and GFM: every word that the HTML shows is there, in
its order. And what crafted text does: in how many families of it 64 KB take more than five times as long as 16 KB, and the slowest
64 KB of all. Ours are tried on ${crafted.length} families, several rounds each; the others once on the ${peers[names[0]].length} that parsers are known to trip
over. One that does not come back within five seconds is stopped.

${table(
  ['', 'examples whose words survive', 'families over 5x', 'slowest 64 KB'],
  [
    [
      '`toMrkdwn` (times: the slower of it and `fit`)',
      number(survived.kept.toMrkdwn),
      overOf(slow.length, crafted.length, 0),
      ms(Math.max(...crafted.map(({ largeMs }) => largeMs))),
    ],
    ...names.map((name) => {
      const { largeMs, kind, family } = worst(name);
      return [
        name,
        number(survived.kept[name]),
        overOf(over(name), peers[name].length, failing(name)),
        `${kind === 'stuck' ? `over ${ms(largeMs)}` : ms(largeMs)} (${family})`,
      ];
    }),
  ],
)}

The work that ours do, counted in blocks of code run, grows at most ${times(most('work'))} for four times the text in every family, and a test
bounds that; the figure is the same at any load. It does not see what one call of a regular expression or of the collector costs; the clock
does.${
      slow.length > 0
        ? ` By the clock ${slow.map((family) => `"${family.name}" grew ${times(family.growth)} (its work ${times(family.work)})`).join(', ')}.`
        : ''
    } A comment on GitHub holds 64 KB. From there to 256 KB the work grows at most ${times(most('workBeyond'))}, and the time of ${beyond.length}
families more than five times, ${times(most('beyond'))} at most.`,
    images: {
      digest: bars(
        '64 KB of prose: time as a multiple of the bare parse',
        all.map((name) => ({
          label: called(name).replaceAll('`', ''),
          value: prose[64].ofParse[name],
          shown: times(prose[64].ofParse[name]),
          colour: name === 'fit' || name === 'toMrkdwn' ? 'ours' : name === 'parse' ? 'third' : 'other',
        })),
      ),
    },
  };
}

const KIND = { embedded: 'embedded Postgres', server: 'Postgres server', file: 'JSON file' };

function store({ store: result }) {
  const { counts, kinds } = result.figures;
  const rows = Object.entries(kinds).flatMap(([kind, figures]) =>
    Object.entries({ lookup: 'lookups', bind: 'binds', cursor: 'cursor moves' }).map(([key, what]) => [
      `${KIND[kind]}: ${what}`,
      ...counts.map((count) => number(figures[key].perSecond[`n${count}`])),
      times(figures[key].growth[`n${counts.at(-1)}`]),
    ]),
  );
  const colours = { embedded: 'ours', server: 'third', file: 'other' };
  return {
    text: `## The state: threads and cursors

${goals(result)}

${measuredOn(result)}

A second, one after the other, through the app's own code. A lookup is the one that each reply in Slack starts with; a bind is
the transaction that ends a post (its row, and its thread); a cursor move follows each record from the-loop. The JSON file is
what these tables took the place of: one document, written to a new file, flushed and renamed over the old one at each change.

${table(['', ...counts.map((count) => `${count.toLocaleString('en-US')} bindings`), 'cost at the largest'], rows)}

${image('store', 'Binds a second with growing numbers of bindings')}

The file answers lookups from memory, and nothing beats that. It pays at each change, in proportion to all it holds; and it has
one writer. It is flushed to the disk at each change, as the server's commits are; embedded Postgres leaves that to the system.`,
    images: {
      store: lines(
        'Binds a second',
        Object.fromEntries(
          Object.entries(kinds).map(([kind, { bind }]) => [
            KIND[kind],
            { colour: colours[kind], points: counts.map((count) => [count, bind.perSecond[`n${count}`]]) },
          ]),
        ),
        counts,
        { x: 'bindings', y: 'a second' },
      ),
    },
  };
}

/** Where the time of a reply goes, beside what the goal would leave for it. */
function shareOfPgbench({ repliesPerSecond, commitsPerReply, barePerSecond, processorMsPerReply, ofPrisma }) {
  const wanted = barePerSecond * 0.25;
  if (repliesPerSecond >= wanted) return 'The goal is met.';
  return `The goal of a quarter is missed: it would be ${number(wanted)} replies a second, ${ms(1000 / wanted)} for each. A reply takes
${ms(processorMsPerReply)} of the app's one thread: ${number(commitsPerReply)} commits, four calls over HTTP through the clients of Slack and GitHub, an envelope taken and
acknowledged, and two lines of the event log. Of what Prisma's client alone can do, one bare statement after the other, the app does ${number(ofPrisma)}.

A profile has no peak in it (2026-11-30, at 4ecee42, of a busy process's time): writing to sockets 19 of 100, the collector 14, Prisma's
client 10, HTTP's 8, Postgres's 3, and the rest in many small pieces. What could go was taken out. A reply's row comes with its claim, the
stream's place is saved now and then, and lines of the log are written together. One look serves every free hand: two for a reply where
there were five. And V8 is kept small by how the heap grows, no longer by compiling worse, which took a quarter of the processor
(decisions [16](decisions/016-memory.md), [19](decisions/019-one-loop-a-queue.md)). Before that this machine did 75 replies a second on a
server and 39 on embedded Postgres. A channel where people answer has a few replies a minute; what they notice is the latency.`;
}

function pipeline({ pipeline: result }) {
  const { server, embedded, size } = result.figures;
  const rows = [
    ['a reply, one app, server', server.reply],
    ['a reply, two apps, server', server.replyTwoReplicas],
    ['a reply, embedded', embedded.reply],
    ['a question, server', server.post],
    ['a question, embedded', embedded.post],
  ];
  return {
    text: `## From Slack to the session

${goals(result)}

${measuredOn(result)}

The real app, compiled, in a process of its own; Slack, GitHub and the-loop are local servers in another, which answer at
once. On two cores all of that, Postgres and pgbench share them, so nothing here is what a machine with cores to spare does.

${table(
  ['', ''],
  [
    ['replies a second, one app, server', number(server.repliesPerSecond)],
    ['replies a second, two apps, server', number(server.twoReplicasPerSecond)],
    ['replies a second, embedded', number(embedded.repliesPerSecond)],
    ['commits that write, for one reply', number(server.commitsPerReply)],
    ['processor time of the app, for one reply', ms(server.processorMsPerReply)],
    ["pgbench's bare commits a second, 8 clients", number(server.pgbenchPerSecond)],
    ["so many replies' commits a second are bare Postgres", number(server.barePerSecond)],
    ['one app, of that', number(server.ofPgbench)],
    ["the same bare statements a second through Prisma's client, 8 at once", number(server.prismaPerSecond)],
    ["Prisma's client, of pgbench", number(server.prismaOfPgbench)],
    ["one app, of Prisma's client", number(server.ofPrisma)],
  ],
)}

${shareOfPgbench(server)}

Embedded Postgres is WebAssembly in the app's own thread: while it commits, nothing else runs. So it does
${number(embedded.repliesPerSecond / server.repliesPerSecond)} of what a server does, and at ${size.perSecond} replies a second some wait behind others: the 95th of 100 takes ${ms(embedded.reply.p95)}. For a few
people that is nothing; a team that answers by the second sets \`DATABASE_URL\`.

Each round is pgbench, Prisma's client, ${size.burst} replies at once to one app, and ${size.burst} to two. The commits are counted by the server's transaction numbers, so
whatever else writes on that server counts too. Latency is added by the app: from the envelope leaving Slack to the
call that hands the answer to the session, at ${size.perSecond} a second; from the event leaving the-loop to the call that posts it, at about one a
second, which is all that Slack takes in a channel.

${table(
  ['', 'p50', 'p95', 'p99'],
  // Too few questions for a hundredth.
  rows.map(([name, { p50, p95, p99 }]) => [name, ms(p50), ms(p95), name.includes('question') ? '' : ms(p99)]),
)}

${image('pipeline', 'Latency that the app adds')}`,
    images: {
      pipeline: bars(
        'Latency that the app adds: the 95th of 100',
        rows.map(([label, { p95 }]) => ({
          label,
          value: p95,
          shown: ms(p95),
          colour: label.includes('question') ? 'third' : 'ours',
        })),
      ),
    },
  };
}

function memory({ memory: result }) {
  const { embedded, server, size } = result.figures;
  const row = (name, key, show) => [name, ...[embedded, server].map((figures) => show(figures[key]))];
  const mb = (value) => `${value} MB`;
  return {
    text: `## Memory and start

${measuredOn(result)}

${table(
  ['', 'embedded Postgres', 'Postgres server'],
  [
    row('`npm start` to connected, the first time', 'firstStartMs', ms),
    row('`npm start` to connected, later', 'laterStartMs', ms),
    row('resident memory, idle', 'idleMb', mb),
    row(
      `resident memory ${size.backlogMs / 1000} s into a backlog of ${size.backlog.toLocaleString('en-US')} answers`,
      'backlogMb',
      mb,
    ),
    row('the most under that backlog', 'mostMb', mb),
  ],
)}

Connected means a socket to Slack and the event stream from the-loop. The first start creates and migrates the database. With a
server, Postgres's own memory is not counted.`,
    images: {},
  };
}

const WORST = [
  'claim a post',
  'record a post',
  'the newest question in a thread',
  'status: the overview',
  'status: the posts',
  'status: the threads',
  'try a post again',
  'the questions that wait',
  'put a question',
  'claim a reply, note a step, settle it',
  'find the thread of a reply',
];

const PARTIAL = /_(?:waiting|failed|open_question|redraw|open)_idx$/;

function scan({ kind, on, narrowed }) {
  if (kind === 'Seq Scan') return `reads \`${on}\` whole`;
  if (PARTIAL.test(on)) return `\`${on}\` (partial)`;
  return narrowed ? `\`${on}\`` : `reads \`${on}\` in order`;
}

function growth({ growth: result, before }) {
  const kinds = Object.entries(result.figures);
  const { server } = result.figures;
  const was = before.figures;
  const plans = Object.entries(server.plans).map(([name, scans]) => [
    name,
    [...new Set(scans.map(scan))].join(', ') || 'writes only',
    ms(server.ms[name]),
    ms(result.figures.embedded.ms[name]),
  ]);
  const large = (figures) =>
    `${figures.scale.posts.toLocaleString('en-US')} posts, ${figures.scale.replies.toLocaleString('en-US')} replies, ${figures.scale.items.toLocaleString('en-US')} threads`;
  return {
    text: `## The cost of time passing

${goals(result)}

${measuredOn(result)}

A year of work, made up by SQL with a clock of its own: ${large(server)} on a server; a tenth of that on
embedded Postgres. All but a few hundred rows, and the open questions, are done with, as in life.

${table(
  ['', 'rows', 'table', 'indexes'],
  kinds.flatMap(([kind, { sizes }]) =>
    sizes.map(({ name, rows, tableMb, indexesMb }) => [
      `${KIND[kind]}: \`${name}\``,
      Math.round(rows).toLocaleString('en-US'),
      `${tableMb} MB`,
      `${indexesMb} MB`,
    ]),
  ),
)}

Before the partial indexes the indexes of the inbox took ${was.server.sizes.find(({ name }) => name === 'inbox').indexesMb} MB and those of the outbox ${was.server.sizes.find(({ name }) => name === 'outbox').indexesMb} MB on the server.

### The worst of it, found and mended

Each worker looks for the next post twice a second. That look had no index to go by: it read the outbox from its first row, past
everything posted long ago, ${ms(was.server.ms['claim a post'])} with a million posts. The
question that a reply answers was looked for in the whole outbox too, ${ms(was.server.ms['the newest question in a thread'])} for each reply.

${image('growth', 'Times of queries before and after')}

What was done: partial indexes on the rows that wait, failed, are open or must be redrawn; the look names those states as
literals, or Postgres does not use them; the newest question is looked for among its work item's; a post is found by the first
letters of its id through the index on ids. Pruning goes in batches of a hundred threads, each a transaction of its own; before, one
transaction held every row until the last was gone. The embedded database has no autovacuum: it is
vacuumed hourly, else it would grow with each change.

${table(
  ['', 'before, server, busy machine', 'now, server', 'before, embedded, busy machine', 'now, embedded'],
  WORST.map((name) => [
    name,
    ms(was.server.ms[name]),
    ms(server.ms[name]),
    ms(was.embedded.ms[name]),
    ms(result.figures.embedded.ms[name]),
  ]),
)}

The figures before are of commit 28ced2b, measured at a load of ${before.load.before} on two cores: on a quiet machine they would be several times smaller. What
was mended shows in the plans, which no load changes.

What the limit is now: \`status\` counts the answers that reached nobody, and reads the inbox whole for it (${ms(server.ms['status: the overview'])} with three million).
An index would make each step of each reply write more, so that a command which a person runs now and then is faster. And a look
costs more under a backlog of which every work item has something under way: then it walks past all that waits, in its own
small index, before it knows that nothing is due.

### Every query and its index

\`test/store/plans.test.ts\` asks Postgres for the plan of each of these on tables of 20,000 rows, embedded and server, and fails when one
reads a table without a condition on an index, but for those that say so here: they run when a person asks, or once an hour.

${table(['', 'goes by', 'server', 'embedded'], plans)}

### Pruning

${table(
  ['', 'threads let go', 'rows with them', 'time', 'rows a second'],
  kinds.map(([kind, { prune }]) => [
    KIND[kind],
    number(prune.bindings),
    number(prune.rows),
    ms(prune.ms),
    number(prune.rowsPerSecond),
  ]),
)}`,
    images: {
      growth: bars(
        `A million posts and three million replies: before (at load ${before.load.before}) and now`,
        WORST.slice(0, 7).flatMap((name) => [
          {
            label: `${name}, before`,
            value: was.server.ms[name],
            shown: ms(was.server.ms[name]),
            colour: 'other',
          },
          { label: 'now', value: server.ms[name], shown: ms(server.ms[name]), colour: 'ours' },
        ]),
      ),
    },
  };
}

const SECTIONS = { digest, store, pipeline, memory, growth };

/**
 * The page and its pictures, from the results that are kept.
 *
 * @param results by the name of the benchmark; `before` holds those of the growth before it was mended
 * @returns the files by their paths below `docs/`
 */
export function renderPage(results) {
  const measured = Object.keys(SECTIONS).filter((name) => results[name] !== undefined);
  const { cpu, memoryGb, os, cores } = results[measured[0]].machine;
  const sections = measured.map((name) => SECTIONS[name](results));
  const intro = `<!-- Written by \`npm run bench -- page\` from bench/results/. Change bench/page/page.js, not this. -->
# Performance

\`\`\`sh
npm run build
npm run bench -- --quick            # a few minutes: does it run?
npm run bench -- digest             # one of them: digest, store, pipeline, memory, growth
npm run -s bench -- --json          # all of them, as JSON
npm run bench -- --save             # all of them, and this page with its pictures
\`\`\`

What can be compared is a ratio of two things measured side by side in one run, over several rounds, by their medians. Times, sizes and
latencies are of one machine, and so are the goals that are times; nothing asserts them: ${cores} cores (${cpu}), ${memoryGb} GB, ${os}. The load is the average number of
programs that wanted a core in the minute before. The converters that ours is compared with are installed in \`bench/\` alone.`;
  const files = { 'performance.md': `${[intro, ...sections.map(({ text }) => text)].join('\n\n')}\n` };
  for (const { images } of sections)
    for (const [name, svg] of Object.entries(images)) files[`images/performance-${name}.svg`] = svg;
  return files;
}
