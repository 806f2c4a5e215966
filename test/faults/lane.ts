import { appendFile, readFile } from 'node:fs/promises';
import type { Fault as SlackFault } from '../../src/sandbox/slack/faults.js';
import type { Fault as LoopFault, Route } from '../../src/sandbox/the-loop/faults.js';
import type { FaultTarget, TicketFault } from '../../src/sandbox/ticket/faults.js';
import { CHANNEL, makeRig, type Rig } from '../e2e/rig.js';
import { until } from '../helpers/until.js';
import type { Row } from './rows.js';
import { made, newTally, type Tally } from './tally.js';

/** How a question of a row is answered. */
type How = 'tap' | 'typed';

/** What stands in Slack, on the ticket and in the session of one round: one question, one answer. */
export type Round = {
  questions: number;
  mirrors: number;
  deliveries: number;
  /** Marks on a typed answer, in alphabetical order; none on a tap. */
  marks: string[];
  /** What the question's message shows in the end. */
  shown: '✅' | '⚠️' | 'open';
};

/**
 * What came of a row. `notices`: lines in its thread that say something went wrong. `metFault`: it really went wrong as
 * planned. `stuck`: what was waited for in vain.
 */
export type Result = { tap: Round; typed: Round; notices: number; metFault: boolean; stuck?: string };

/** The part of it that can still change after the row: something may come twice. */
type Outside = Pick<Result, 'tap' | 'typed' | 'notices'>;

const PATIENCE_MS = 120_000;
/** Six apps share the process with the looking. */
const LOOK_MS = 50;

/** One running app with far sides of its own, which takes one row after the other, each with a work item of its own. */
export class Lane {
  readonly rig: Rig;
  readonly tally: Tally = newTally();
  #item = '';
  #how: How = 'tap';
  #rows = 0;
  #messageTs = '';
  #answerTs = '';

  private constructor(rig: Rig) {
    this.rig = rig;
  }

  static async open(): Promise<Lane> {
    const lane = new Lane(await makeRig());
    await lane.rig.start();
    await until('a connection', () => lane.rig.slack.connections() === 1, PATIENCE_MS, LOOK_MS);
    return lane;
  }

  /** Counts a fault that the far sides do not count themselves. */
  count(kind: string, times = 1): void {
    made(this.tally, kind, times);
  }

  slack(method: string, fault: SlackFault, times = 1): void {
    this.rig.slack.faults.next(method, fault, times);
  }

  ticket(fault: TicketFault, on: FaultTarget): void {
    this.rig.ticket.faults.next(fault, 1, on);
  }

  loop(route: Route, fault: LoopFault): void {
    this.rig.loop.faults.next(route, fault);
  }

  /** Whether the app has put on record that something is away, in this round. */
  readonly metAnOutage = async (): Promise<boolean> => {
    const records = await this.rig.records();
    const failures = records.filter(
      ({ event, work_item }) => work_item === this.#item && event.endsWith('_failed'),
    );
    return failures.length >= (this.#how === 'tap' ? 1 : 2);
  };

  /** Whether the ticket has this round's answer. */
  written(): boolean {
    return this.rig.mirrors(this.#item).length >= (this.#how === 'tap' ? 1 : 2);
  }

  strangerTaps(): void {
    const { slack } = this.rig;
    slack.press({
      user: 'U0MALLORY',
      channel: CHANNEL,
      messageTs: this.#messageTs,
      actionId: 'choice:1',
    });
  }

  strangerSpeaks(): void {
    const root = this.#message(this.#messageTs)?.thread_ts ?? this.#messageTs;
    this.rig.reply(root, 'a word from elsewhere', 'U0MALLORY');
  }

  /** Starts the app again, once an answer in words was lost: a tap cannot be read again. */
  async restart(): Promise<void> {
    if (this.#how === 'tap') return;
    await this.rig.stop();
    await this.rig.start();
  }

  /** Writes the line of the newest question to the log again. */
  async repeatQuestion(times: number): Promise<void> {
    const { logPath } = this.rig.loop;
    const lines = (await readFile(logPath, 'utf8')).split('\n');
    const line = lines.findLast((text) => text.includes('session.awaiting_input'));
    await appendFile(logPath, `${line}\n`.repeat(times));
  }

  /** Runs a row: a question that is tapped, and one that is answered in words, with the fault at each. */
  async run(row: Row): Promise<Result> {
    this.#rows += 1;
    this.#item = `github:octo/app#${this.#rows}`;
    const before = this.#faultsMade();
    let stuck: string | undefined;
    for (const how of ['tap', 'typed'] as const) {
      this.#how = how;
      this.tally.questions += 1;
      this.tally.answers += 1;
      try {
        await this.#round(row);
      } catch (error) {
        stuck ??= `${how}: ${error instanceof Object && 'message' in error ? error.message : error}`;
      }
      await this.#mend();
    }
    this.#outcomes.push({ item: this.#item, row: this.#rows, answerTs: this.#answerTs });
    // A line for one member is nobody's business but theirs: nothing waits for it, so its fault may come last.
    const met = () => this.#faultsMade() > before;
    await until('the fault to be met', met, 20_000).catch(() => undefined);
    return {
      ...this.outcome(this.#rows),
      metFault: met(),
      ...(stuck === undefined ? {} : { stuck }),
    };
  }

  readonly #outcomes: { item: string; row: number; answerTs: string }[] = [];

  /** What stands outside of a row's two rounds now. */
  outcome(row: number): Outside {
    const kept = this.#outcomes.find((outcome) => outcome.row === row);
    if (!kept) throw new Error(`no row ${row}`);
    const { item, answerTs } = kept;
    const tapped = this.#questions('tap', row)[0];
    const threadTs = tapped?.thread_ts ?? tapped?.ts;
    const notices = this.rig.slack
      .messages(CHANNEL, threadTs)
      .filter(({ bot_id, text }) => bot_id !== undefined && text.startsWith('⚠️'));
    const mirrors = this.rig.mirrors(item);
    const deliveries = this.rig.loop.delivered().filter(({ ref }) => ref === item);
    const round = (how: How): Round => {
      const said = (text: string) => text.includes(how === 'tap' ? '1: This' : '2: That');
      const questions = this.#questions(how, row);
      return {
        questions: questions.length,
        mirrors: mirrors.filter(said).length,
        deliveries: deliveries.filter(({ text }) => said(text)).length,
        marks: how === 'tap' ? [] : this.rig.marks(answerTs).sort(),
        shown: shownBy(JSON.stringify(questions[0]?.blocks ?? [])),
      };
    };
    return { tap: round('tap'), typed: round('typed'), notices: notices.length };
  }

  /** Stops the app; gives what its database still holds undone, and every row's outcome as it stands at the end. */
  async close(): Promise<{ undone: unknown[]; outcomes: Outside[] }> {
    await this.rig.stop();
    const [outbox, inbox] = JSON.parse(await this.rig.rows());
    const undone = [
      ...outbox.filter(
        ({ status, redrawAt }: { status: string; redrawAt: unknown }) =>
          status !== 'posted' || redrawAt !== null,
      ),
      ...inbox.filter(({ settledAt }: { settledAt: unknown }) => settledAt === null),
    ];
    const outcomes = this.#outcomes.map(({ row }) => this.outcome(row));
    this.#countMade();
    await this.rig.close();
    return { undone, outcomes };
  }

  async #round(row: Row): Promise<void> {
    const { rig } = this;
    const title = this.#title(this.#how, this.#rows);
    if (row.when === 'question') await row.apply(this);
    rig.askOnly(`${title}, which one?\n\n1. This\n2. That`, this.#item);
    if (row.when === 'question') await row.after?.(this);
    const posted = await until(
      `${title} in Slack`,
      () => this.#questions(this.#how, this.#rows)[0],
      PATIENCE_MS,
      LOOK_MS,
    );
    this.#messageTs = posted.ts;
    if (row.when === 'answer') await row.apply(this);
    const answered = this.#answer(posted.thread_ts ?? posted.ts);
    if (row.when === 'answer') await row.after?.(this);
    await answered;
    const verdict = () => {
      const marks = rig.marks(this.#answerTs);
      return marks.includes('eyes') && (marks.includes('white_check_mark') || marks.includes('warning'));
    };
    if (this.#how === 'typed') await until(`the marks of ${title}`, verdict, PATIENCE_MS, LOOK_MS);
    await until(`the comment for ${title}`, () => this.written(), PATIENCE_MS, LOOK_MS);
    await until(`the end of ${title} on its message`, () => this.#isDrawn(), PATIENCE_MS, LOOK_MS);
  }

  /** Answers as a person does: who sees, or is told, that a tap came to nothing taps again. */
  async #answer(threadTs: string): Promise<void> {
    const { slack } = this.rig;
    if (this.#how === 'typed') {
      this.#answerTs = this.rig.reply(threadTs, '2');
      return;
    }
    const press = { user: 'U0ALICE', channel: CHANNEL, messageTs: this.#messageTs, actionId: 'choice:1' };
    const told = () => slack.ephemerals(CHANNEL).filter(({ user }) => user === 'U0ALICE').length;
    const tapped = async () => {
      const before = told();
      const { kind } = await slack.press(press).outcome;
      if (kind !== 'acknowledged') return this.#isTakenIn();
      const heard = () => this.#isTakenIn() || told() > before;
      await until('something to come of the tap', heard, PATIENCE_MS, LOOK_MS);
      return this.#isTakenIn();
    };
    await until('a tap to be taken', tapped, PATIENCE_MS, LOOK_MS);
  }

  #drawn(): string {
    return JSON.stringify(this.#message(this.#messageTs)?.blocks ?? []);
  }

  #isTakenIn(): boolean {
    return this.#drawn().includes('<@U0ALICE>');
  }

  #isDrawn(): boolean {
    return this.#isTakenIn() && !this.#drawn().includes('⏳');
  }

  #message(ts: string) {
    return this.rig.slack.messages(CHANNEL).find((message) => message.ts === ts);
  }

  #title(how: How, row: number): string {
    return `Round ${row} ${how}`;
  }

  #questions(how: How, row: number) {
    return this.rig.slack
      .messages(CHANNEL)
      .filter(
        ({ bot_id, text }) => bot_id !== undefined && text.includes(`${this.#title(how, row)}, which one?`),
      );
  }

  /** Takes back what was planned and not met. */
  async #mend(): Promise<void> {
    const { slack, ticket, loop } = this.rig;
    slack.faults.clear();
    slack.faults.loseEvents(0);
    slack.faults.duplicateEvents(1);
    slack.faults.cutFrames(0);
    slack.faults.down(false);
    ticket.faults.clear();
    await ticket.faults.down(false);
    for (const route of ['stream', 'events', 'reply', 'say', 'health'] as const) loop.faults.clear(route);
    loop.faults.silent(false);
  }

  #faultsMade(): number {
    const own = Object.values(this.tally.faults).reduce((sum, times) => sum + times, 0);
    const slack = this.rig.slack.calls().filter(({ fault }) => fault !== undefined).length;
    return own + slack + this.rig.ticket.faults.made().length + this.rig.loop.faults.made().length;
  }

  #countMade(): void {
    for (const { fault } of this.rig.slack.calls()) if (fault !== undefined) this.count(`Slack ${fault}`);
    for (const { kind } of this.rig.ticket.faults.made()) this.count(`GitHub ${kind}`);
    for (const { fault } of this.rig.loop.faults.made()) this.count(`the-loop ${fault.kind}`);
  }
}

function shownBy(drawn: string): Round['shown'] {
  if (drawn.includes('✅')) return '✅';
  return drawn.includes('⚠️') ? '⚠️' : 'open';
}
