import { Icon } from '../parts/icons.js';
import { useKeptFocus } from '../parts/kept-focus.js';
import { useMe, useStage } from '../stage.js';
import type { Person } from '../wire.js';
import { Modal } from './modal.js';
import { Push } from './push.js';
import { ChannelScreen, HomeScreen, ThreadScreen, useSeen } from './screens.js';

const KINDS: Record<Person['kind'], string> = {
  listed: 'may answer',
  unlisted: 'not listed',
  bot: 'another bot',
  app: '',
};

/** Whom the reader is in the workspace. */
function Acting() {
  const { state, choose } = useStage();
  const me = useMe();
  const people = state.slack.people.filter(({ kind }) => kind !== 'app');
  return (
    <label class="acting">
      <span class="visually-hidden">You are</span>
      <span class="select small">
        <select value={me.id} onChange={(event) => choose({ as: event.currentTarget.value })}>
          {people.map(({ id, name, kind }) => (
            <option key={id} value={id}>
              {name}, {KINDS[kind]}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={16} />
      </span>
    </label>
  );
}

function Device() {
  const { choices, choose } = useStage();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">How wide Slack is</legend>
      {(['phone', 'desktop'] as const).map((device) => (
        <button
          key={device}
          type="button"
          aria-pressed={choices.device === device}
          title={device === 'phone' ? 'As on a phone' : 'As on a desktop'}
          onClick={() => choose({ device })}
        >
          <Icon name={device} size={16} />
          <span class="visually-hidden">{device === 'phone' ? 'Phone' : 'Desktop'}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The two places in the workspace: the channel, and the app's own. */
function Places() {
  const { state, choices, choose } = useStage();
  const { screen } = choices;
  return (
    <nav class="places" aria-label="Slack">
      <p class="workspace">Sandbox</p>
      <button
        type="button"
        aria-current={screen === 'channel' ? 'page' : undefined}
        onClick={() => choose({ screen: 'channel', thread: '' })}
      >
        <Icon name="hash" />
        <span>{state.slack.channel}</span>
      </button>
      <button
        type="button"
        aria-current={screen === 'home' ? 'page' : undefined}
        onClick={() => choose({ screen: 'home', thread: '' })}
      >
        <Icon name="home" />
        <span>App Home</span>
      </button>
    </nav>
  );
}

function Screens() {
  const { choices } = useStage();
  const root = useSeen().find(({ ts }) => choices.thread !== '' && ts === choices.thread);
  if (choices.screen === 'home') return <HomeScreen />;
  if (root === undefined) return <ChannelScreen />;
  if (choices.device === 'phone') return <ThreadScreen root={root} />;
  return (
    <>
      <ChannelScreen />
      <ThreadScreen key={root.ts} root={root} />
    </>
  );
}

/** Slack, as a member sees it on a phone or a desktop. */
export function Slack() {
  const { state, choices } = useStage();
  const me = useMe();
  const screens = useKeptFocus<HTMLDivElement>();
  const modal = state.slack.views.findLast(({ type, user }) => type === 'modal' && user === me.id);
  return (
    <section class={`column slack-column ${choices.device}`} aria-labelledby="slack-title" id="slack">
      <header class="column-head">
        <h2 id="slack-title">Slack</h2>
        <Acting />
        <Device />
      </header>
      <Push />
      <div class={`device ${choices.device}`}>
        <div class="slack-app" inert={modal !== undefined}>
          <Places />
          <div ref={screens} class="screens" tabIndex={-1}>
            <Screens />
          </div>
        </div>
        {modal && <Modal key={modal.id} view={modal} />}
      </div>
    </section>
  );
}
