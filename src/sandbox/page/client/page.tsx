import { Ask } from './ask/ask.js';
import { Bar } from './bar/bar.js';
import { Faults } from './bar/faults.js';
import { Icon, type IconName } from './parts/icons.js';
import { Text } from './parts/text.js';
import { Session } from './session/session.js';
import { Slack } from './slack/slack.js';
import { type Stage, StageProvider, useStage } from './stage.js';
import { Ticket } from './ticket/ticket.js';

/** Something to tell the reader for a moment. */
export type Toast = { id: number; words: string; kind: 'note' | 'problem' };

const COLUMNS: readonly { column: 'slack' | 'ticket' | 'session'; label: string; icon: IconName }[] = [
  { column: 'slack', label: 'Slack', icon: 'phone' },
  { column: 'ticket', label: 'Ticket', icon: 'ticket' },
  { column: 'session', label: 'Session', icon: 'session' },
];

/** On a narrow screen one column is shown at a time. */
function Columns() {
  const { choices, choose } = useStage();
  return (
    <nav class="columns-nav" aria-label="Columns">
      {COLUMNS.map(({ column, label, icon }) => (
        <button
          key={column}
          type="button"
          aria-current={choices.column === column ? 'page' : undefined}
          onClick={() => choose({ column, composing: false })}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </nav>
  );
}

/** The whole page, drawn from its state: by the server first, and by the browser from then on. */
export function Page({ stage, toasts, away }: { stage: Stage; toasts: readonly Toast[]; away: boolean }) {
  const { composing, column, device } = stage.choices;
  const { world } = stage.state.app;
  return (
    <StageProvider value={stage}>
      <Bar />
      <Faults />
      {away && (
        <p class="away" role="alert">
          The sandbox was stopped. Start it again with <code>npm run sandbox</code>.
        </p>
      )}
      <main>
        {composing && <Ask key={world} />}
        <div class={`columns show-${column} with-${device}`}>
          <Slack />
          <Ticket />
          <Session />
        </div>
      </main>
      <Columns />
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, words, kind }) => (
          <p key={id} class={`toast ${kind}`}>
            <Text>{words}</Text>
          </p>
        ))}
      </div>
    </StageProvider>
  );
}
