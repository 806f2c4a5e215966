import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { unseenIn } from '../parts/text.js';
import { Blocks } from '../slack/blocks.js';
import { useStage } from '../stage.js';
import type { Drawing, Preview } from '../wire.js';

/** How long the typing must rest before the digest is made anew, in milliseconds. */
const REST_MS = 60;

function oneOf<T extends string>(values: readonly T[], value: string, fallback: T): T {
  return values.find((candidate) => candidate === value) ?? fallback;
}

const VERBOSITIES = ['quiet', 'normal', 'verbose'] as const;
const LONG_MESSAGES = ['digest', 'truncate'] as const;

function Pick<T extends string>({
  label,
  values,
  value,
  onPick,
}: {
  label: string;
  values: readonly T[];
  value: T;
  onPick: (value: T) => void;
}) {
  return (
    <label class="setting">
      <span>{label}</span>
      <span class="select small">
        <select value={value} onChange={(event) => onPick(oneOf(values, event.currentTarget.value, value))}>
          {values.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <Icon name="chevron" size={16} />
      </span>
    </label>
  );
}

function Settings({ drawing, change }: { drawing: Drawing; change: (drawing: Drawing) => void }) {
  return (
    <div class="settings">
      <label class="setting budget">
        <span>maxChars</span>
        <input
          type="range"
          min={200}
          max={3000}
          step={50}
          value={drawing.maxChars}
          onInput={(event) => change({ ...drawing, maxChars: Number(event.currentTarget.value) })}
        />
        <output>{drawing.maxChars}</output>
      </label>
      <Pick
        label="verbosity"
        values={VERBOSITIES}
        value={drawing.verbosity}
        onPick={(verbosity) => change({ ...drawing, verbosity })}
      />
      <Pick
        label="longMessages"
        values={LONG_MESSAGES}
        value={drawing.longMessages}
        onPick={(longMessages) => change({ ...drawing, longMessages })}
      />
    </div>
  );
}

/** Digits in groups of three. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202F');
}

const FORMS: Record<Preview['form'], string> = {
  whole: 'shown as written',
  digest: 'digest',
  cut: 'cut off',
  none: 'no text at quiet',
};

function Shown({ preview, length }: { preview: Preview; length: number }) {
  const over = Math.max(0, preview.length - preview.budget);
  const facts = [
    FORMS[preview.form],
    ...(over > 0 ? [`${grouped(over)} over the budget, for the note that says so`] : []),
    ...(preview.choices > 0 ? [`${preview.choices} choices`] : []),
    ...(preview.pointers > 0 ? [`${preview.pointers} pointers`] : []),
  ];
  return (
    <div class="shown">
      <div class="measure">
        <meter
          aria-label="Length against the budget"
          min={0}
          max={Math.max(preview.budget, preview.length)}
          high={preview.budget}
          optimum={0}
          value={preview.length}
        />
        <p>
          <b>
            {grouped(preview.length)} of {grouped(preview.budget)}
          </b>{' '}
          characters, from {grouped(length)} · {facts.join(' · ')}
        </p>
      </div>
      <div class="slack-card">
        <Blocks of={preview.blocks} press={undefined} />
      </div>
    </div>
  );
}

function WorkItem({ value, onPick }: { value: string; onPick: (value: string) => void }) {
  const { state } = useStage();
  return (
    <label class="setting">
      <span>about</span>
      <span class="select small">
        <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
          {state.ticket.items.map(({ ref, label }) => (
            <option key={ref} value={ref}>
              {label}
            </option>
          ))}
          <option value="new">a new work item</option>
        </select>
        <Icon name="chevron" size={16} />
      </span>
    </label>
  );
}

/** Any Markdown, what Slack would show of it, and the way to ask it for real. */
export function Ask() {
  const { state, send, choose } = useStage();
  const [markdown, setMarkdown] = useState(state.draft.markdown);
  const [drawing, setDrawing] = useState(state.draft.drawing);
  const [preview, setPreview] = useState(state.draft.preview);
  const [item, setItem] = useState(state.draft.workItem);
  const [asking, setAsking] = useState(false);
  const [over, setOver] = useState(false);
  // Each comment moves the link that the message will carry; with GitHub down it has none of its own.
  const offline = state.app.faults['github-down'];
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(async () => {
      const outcome = await send({ kind: 'draft', markdown, drawing, workItem: item });
      if (stale || !outcome.ok || outcome.preview === undefined) return;
      setPreview(outcome.preview);
    }, REST_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [markdown, drawing, item, state.ticket, offline, send]);

  const take = async (file: File | undefined) => {
    if (file) setMarkdown(await file.text());
  };
  const ask = async () => {
    setAsking(true);
    const outcome = await send({ kind: 'ask', markdown, drawing, workItem: item });
    setAsking(false);
    if (!outcome.ok) return;
    choose({
      composing: false,
      screen: 'channel',
      thread: '',
      column: 'slack',
      item: item === 'new' ? '' : item,
    });
  };
  const unseen = unseenIn(markdown);
  const restarts = JSON.stringify(drawing) !== JSON.stringify(state.app.drawing);
  return (
    <section class="ask" aria-labelledby="ask-title">
      <header class="ask-head">
        <h2 id="ask-title">Ask a question</h2>
        <span class="examples">
          {state.examples.map(({ name, markdown: example }) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-pressed={example === markdown}
              onClick={() => setMarkdown(example)}
            >
              {name}
            </button>
          ))}
        </span>
        <button
          type="button"
          class="round"
          aria-label="Close the composer"
          onClick={() => choose({ composing: false })}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="ask-panes">
        <div class={over ? 'raw over' : 'raw'}>
          <textarea
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              void take(event.dataTransfer?.files[0]);
            }}
            aria-label="The question, as Markdown"
            placeholder="Paste any Markdown, or drop a file"
            spellcheck={false}
            value={markdown}
            onInput={(event) => setMarkdown(event.currentTarget.value)}
          />
          {unseen.length > 0 && (
            <p class="unseen-note" role="status">
              Hidden direction marks act in this field: {unseen.join(', ')}. Elsewhere they are shown.
            </p>
          )}
          <label class="chip pick-file">
            <input
              type="file"
              class="visually-hidden"
              accept=".md,.markdown,.txt,text/*"
              onChange={(event) => take(event.currentTarget.files?.[0])}
            />
            <Icon name="file" size={15} /> Open a file
          </label>
        </div>
        <Shown preview={preview} length={markdown.length} />
      </div>
      <footer class="ask-foot">
        <Settings drawing={drawing} change={setDrawing} />
        <WorkItem value={item} onPick={setItem} />
        <span class="ask-hint">{restarts ? 'The app restarts with these settings.' : ''}</span>
        <button type="button" class="button primary" aria-busy={asking} disabled={asking} onClick={ask}>
          <Icon name="send" size={16} /> Ask
        </button>
      </footer>
    </section>
  );
}
