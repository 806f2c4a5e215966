import { Icon, Mark } from '../parts/icons.js';
import { useStage } from '../stage.js';
import type { AppInfo } from '../wire.js';

const STATES: Record<AppInfo['state'], { words: string; tone: string }> = {
  starting: { words: 'App connecting', tone: 'wait' },
  up: { words: 'App running', tone: 'good' },
  restarting: { words: 'App restarting', tone: 'wait' },
  down: { words: 'App killed', tone: 'bad' },
  ended: { words: 'App ended', tone: 'bad' },
};

function Lights() {
  const { app } = useStage().state;
  const { words, tone } = STATES[app.state];
  const lights = [
    { words, tone },
    { words: 'Slack socket', tone: app.sockets > 0 ? 'good' : 'bad' },
    { words: 'Event stream', tone: app.streams > 0 ? 'good' : 'bad' },
  ];
  return (
    <ul class="lights" aria-label="Connections">
      {lights.map((light) => (
        <li key={light.words} class={`light ${light.tone}`}>
          <i aria-hidden="true" />
          {light.words}
          <span class="visually-hidden">
            {light.tone === 'good' ? ' is on' : light.tone === 'bad' ? ' is off' : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

const THEMES = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const THEME_ICONS = { auto: 'auto', light: 'sun', dark: 'moon' } as const;

/** The page's head: what it is, whether the app is well, and what can be done with the whole. */
export function Bar() {
  const { choices, choose, send } = useStage();
  const { theme, composing } = choices;
  return (
    <header class="bar">
      <Mark size={30} />
      <h1>
        the-loop on Slack <small>sandbox</small>
      </h1>
      <Lights />
      <div class="bar-buttons">
        <button
          type="button"
          class="button primary"
          aria-expanded={composing}
          onClick={() => choose({ composing: !composing })}
        >
          <Icon name="ask" size={16} /> Ask a question
        </button>
        <button type="button" class="button plain" onClick={() => send({ kind: 'reset' })}>
          <Icon name="reset" size={16} /> Reset
        </button>
        <button
          type="button"
          class="round"
          aria-label={`Colours: ${theme}`}
          title={`Colours: ${theme}`}
          onClick={() => choose({ theme: THEMES[theme] })}
        >
          <Icon name={THEME_ICONS[theme]} />
        </button>
      </div>
    </header>
  );
}
