import { randomUUID } from 'node:crypto';

const MODULES = [
  'outbox',
  'inbox',
  'bindings',
  'questions',
  'redraws',
  'threads',
  'answers',
  'cursors',
  'prune',
  'operations',
  'leases',
  'backlog',
];

const compiled = (name) => import(new URL(`../../dist/store/${name}.js`, import.meta.url).href);

/**
 * Everything the app asks of its database, by the name of what it is for: what runs at each tick of a worker, at each
 * event from Slack or the-loop, and when a person looks. Each does its work through the app's own code.
 *
 * @param prisma over a database that `fillSql` filled
 * @param scale what it was filled with
 * @param load gives a module of the store by its name; the compiled ones unless told
 */
export async function hotQueries(prisma, { items }, load = compiled) {
  const modules = [];
  for (const name of MODULES) modules.push(await load(name));
  const [outbox, inbox, bindings, questions, redraws, threads, answers, cursors, prune, operations] = modules;
  const [leases, backlog] = modules.slice(10);
  const out = outbox.createOutbox(prisma, 'slack');
  const asked = questions.createQuestions(prisma, 'slack');
  const bound = bindings.createBindings(prisma);
  const toDraw = redraws.createRedraws(prisma, 'slack');
  const toRead = threads.createThreads(prisma);
  const taken = answers.createAnswers(prisma);
  const replies = inbox.createInbox(prisma);
  const cursor = cursors.createSourceCursor(prisma, 'stream:http://127.0.0.1:1');
  const DAY = 24 * 60 * 60_000;
  const someItem = () => 1 + Math.floor(Math.random() * items);
  const itemName = (n) => `github:octo/app#${n}`;
  const threadTs = (n) => `${1_600_000_000 + n}.000100`;
  const now = () => (Date.now() / 1000).toFixed(6);
  const answer = () => {
    const n = someItem();
    return {
      ...{
        kind: 'reply',
        channel: 'C0SANDBOX',
        messageTs: `${now()}${Math.floor(Math.random() * 1e6)}`,
        threadTs: threadTs(n),
      },
      ...{ workItem: itemName(n), actor: 'U0ALICE', text: 'Take the second.' },
    };
  };
  const some = (where, take) => prisma.outboxItem.findMany({ where, take, orderBy: { seq: 'desc' } });
  const [question] = await some({ status: 'posted', question: 'open' }, 1);
  // Each is used once: what was answered or tried again is not what it was.
  const open = await some({ status: 'posted', question: 'open' }, 100);
  const failed = await some({ status: 'failed' }, 120);
  const answerTo = (kind) => {
    const { id, workItem, threadTs: thread } = open.pop() ?? question;
    return [{ ...answer(), kind, workItem, threadTs: thread }, id];
  };
  const nextFailed = () => (failed.pop()?.id ?? 'ffffffff').slice(0, 8);
  return {
    'claim a post': async () => {
      const row = await out.claim(30_000);
      if (row) await out.retryLater(row, '', 0);
    },
    'put a question': () => {
      const n = someItem();
      return out.put({
        key: randomUUID(),
        workItem: itemName(n),
        eventType: 'session.awaiting_input',
        text: 'Which?',
        asks: true,
      });
    },
    'record a post': async () => {
      const row = await out.claim(30_000);
      if (row)
        await out.posted(row, {
          channel: 'C0SANDBOX',
          messageTs: now(),
          threadTs: threadTs(1),
          opensThread: false,
        });
    },
    'find the thread of a reply': () => bound.byThread('C0SANDBOX', threadTs(someItem())),
    'find that a thread is not ours': () => bound.byThread('C0SANDBOX', '1.000100'),
    'find a question by its id': () => asked.posted(question?.id ?? ''),
    'find the thread of a work item': () => bound.byWorkItem('C0SANDBOX', itemName(someItem())),
    'the newest question in a thread': () => {
      // One of the older work items: none of its posts is under way, so nothing is waited for.
      const n = 1 + Math.floor(Math.random() * (items / 2));
      return asked.newestBefore({
        workItem: itemName(n),
        channel: 'C0SANDBOX',
        threadTs: threadTs(n),
        ts: now(),
      });
    },
    'the newest message in a thread': () => {
      const n = someItem();
      return out.newestIn({ workItem: itemName(n), dueAt: new Date() }, 'C0SANDBOX', threadTs(n));
    },
    'take a reply in': () => taken.take(answer(), undefined),
    'take an answer in': () => taken.take(...answerTo('reply')),
    'take a tap in': () => taken.take(...answerTo('tap')),
    'claim a reply, note a step, settle it': async () => {
      const [row] = await replies.claim(1, 30_000);
      if (!row) return;
      await replies.renew(row, 30_000);
      await replies.update(row, { mirror: 'mirrored' }, 30_000);
      await replies.retryLater(row, { mirror: undefined, delivery: undefined, tell: 0 });
      await replies.settle(row);
    },
    'claim a message to redraw': async () => {
      const redraw = await toDraw.claim(30_000);
      if (redraw) await toDraw.done(redraw);
    },
    'claim a thread to read again, of two weeks': () =>
      toRead.claim(new Date(), new Date(Date.now() - 14 * DAY)),
    'claim a thread to read again, of all': () => toRead.claim(new Date(Date.now() - DAY), undefined),
    'claim a thread when all are read': () => toRead.claim(new Date(0), new Date(Date.now() - 14 * DAY)),
    'which of a page of replies are known': () =>
      toRead.taken(
        'C0SANDBOX',
        Array.from({ length: 200 }, (_, at) => `${now()}${at}`),
      ),
    'answered elsewhere': () => asked.closeElsewhere(answerTo('reply')[0].workItem, 'dev', new Date()),
    'the questions that wait': () => asked.waiting('C0SANDBOX', 20),
    'move the cursor': () => cursor.save({ position: now(), heardAt: new Date() }),
    'end the claims at the start': () => leases.endLeases(prisma),
    'status: the overview': () => operations.readOverview(prisma, 'C0SANDBOX'),
    'status: the posts': () => operations.listPosts(prisma),
    'status: the threads': () => operations.listThreads(prisma),
    'status: the replies': () => operations.listReplies(prisma, undefined),
    'status: the replies of a work item': () => operations.listReplies(prisma, itemName(someItem())),
    'try a post again': () => operations.retryPost(prisma, nextFailed()),
    'drop a post': () => operations.dropPost(prisma, nextFailed()),
    'count what waits': () => backlog.countBacklog(prisma),
    'prune, with nothing to let go': () => prune.pruneBindings(prisma, items),
  };
}
