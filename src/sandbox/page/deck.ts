import { readFile } from 'node:fs/promises';
import { putQuestion } from '../round.js';
import type { Stage } from '../stage.js';
import { WORK_ITEM } from '../world.js';
import type { Draft, Drawing, Preview } from './client/wire.js';
import { type EventTail, tailEvents } from './event-tail.js';
import { type About, preview } from './preview.js';
import { Switches } from './switches.js';

/** The question that the composer starts with. */
const QUESTION = new URL('../../../docs/examples/question.md', import.meta.url);

/** What the composer sends: `workItem` is one of the items, or `new`. */
type Written = { markdown: string; drawing: Drawing; workItem: string };

/** What the page's controls act on: the stage, its faults, the work items so far, and the composer's draft. */
export class Deck {
  readonly stage: Stage;
  readonly switches: Switches;
  #items = [WORK_ITEM];
  #tail: EventTail;
  #written: Written;
  #drawn: (About & { of: Written; preview: Preview }) | undefined;
  #worlds = 1;

  private constructor(stage: Stage, markdown: string) {
    this.stage = stage;
    this.switches = new Switches(stage);
    this.#tail = tailEvents(stage.world.eventLog);
    const first = () => ({ markdown, drawing: stage.world.drawing, workItem: WORK_ITEM });
    this.#written = first();
    stage.onReset(() => {
      this.#worlds += 1;
      this.#items = [WORK_ITEM];
      this.#tail = tailEvents(stage.world.eventLog);
      this.#written = first();
    });
  }

  static async open(stage: Stage): Promise<Deck> {
    return new Deck(stage, await readFile(QUESTION, 'utf8'));
  }

  /** The refs of the work items, oldest first. */
  get items(): readonly string[] {
    return this.#items;
  }

  /** Whether something can be asked about it: one of the items, or `new`. */
  has(workItem: string): boolean {
    return workItem === 'new' || this.#items.includes(workItem);
  }

  get tail(): EventTail {
    return this.#tail;
  }

  /** How many worlds there were so far. */
  get worlds(): number {
    return this.#worlds;
  }

  /** The composer's text, and what Slack would show of it if it were asked now. */
  get draft(): Draft {
    const of = this.#written;
    const about = this.#about(of.workItem);
    const known = this.#drawn;
    if (known?.of === of && known.workItem === about.workItem && known.commentUrl === about.commentUrl) {
      return { ...of, preview: known.preview };
    }
    this.#drawn = { ...about, of, preview: preview(of.markdown, of.drawing, about) };
    return { ...of, preview: this.#drawn.preview };
  }

  write({ markdown, drawing, workItem }: Written): Draft {
    this.#written = { markdown, drawing, workItem };
    return this.draft;
  }

  /** The agent asks through the real path. With GitHub down it cannot comment, and the-loop records the question without. */
  async ask({ markdown, drawing, workItem }: Written): Promise<void> {
    // A question asked during a reset is one of the new world.
    await this.stage.settled();
    const now = this.stage.world.drawing;
    const { maxChars, verbosity, longMessages } = drawing;
    if (now.maxChars !== maxChars || now.verbosity !== verbosity || now.longMessages !== longMessages) {
      await this.stage.draw({ maxChars, verbosity, longMessages });
    }
    const ref = workItem === 'new' ? this.#newItem() : workItem;
    const { world } = this.stage;
    const faults = this.switches.all();
    if (faults['no-session']) world.loop.setSession(ref, 'none');
    if (faults['github-down']) world.loop.ask({ workItem: ref, question: markdown });
    else putQuestion(world, markdown, ref);
  }

  /** The work item that the next new one will be. */
  #next(): string {
    return `github:octo/app#${7 + this.#items.length}`;
  }

  #newItem(): string {
    const ref = this.#next();
    this.#items = [...this.#items, ref];
    return ref;
  }

  #about(item: string): About {
    const workItem = item === 'new' ? this.#next() : item;
    const written = !this.switches.all()['github-down'];
    return { workItem, commentUrl: written ? this.stage.world.ticket.nextUrl(workItem) : undefined };
  }
}
