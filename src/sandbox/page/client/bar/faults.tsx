import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { useStage } from '../stage.js';
import type { FaultName } from '../wire.js';

const SWITCHES: readonly { name: FaultName; label: string; title: string }[] = [
  { name: 'duplicates', label: 'Duplicate delivery', title: 'Slack delivers every event and press twice' },
  { name: 'rate-limit', label: 'Slack 429', title: 'Slack answers every post with “wait 2 seconds”' },
  { name: 'github-down', label: 'GitHub down', title: 'GitHub takes no connection' },
  { name: 'loop-down', label: 'the-loop down', title: 'the-loop takes no connection' },
  { name: 'no-session', label: 'No session', title: 'No session waits for the answer' },
  {
    name: 'app-down',
    label: 'App killed',
    title: 'The app’s process is killed, and stays down until switched off',
  },
];

/** A switch shows what the reader wants at once, and what the server has as soon as that agrees. */
function Switch({ name, label, title }: (typeof SWITCHES)[number]) {
  const { state, send } = useStage();
  const on = state.app.faults[name];
  const [wanted, setWanted] = useState<boolean | undefined>(undefined);
  const shown = wanted ?? on;
  useEffect(() => {
    if (wanted === on) setWanted(undefined);
  }, [wanted, on]);
  const flip = async (to: boolean) => {
    setWanted(to);
    const outcome = await send({ kind: 'fault', name, on: to });
    if (!outcome.ok) setWanted(undefined);
  };
  return (
    <label class={wanted === undefined ? 'switch' : 'switch waiting'} title={title}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={shown}
        checked={shown}
        onChange={(event) => flip(event.currentTarget.checked)}
      />
      <span class="track" aria-hidden="true" />
      {label}
    </label>
  );
}

/** What can go wrong, as switches: nothing gets lost over any of them. */
export function Faults() {
  const { send } = useStage();
  return (
    <section class="faults" aria-labelledby="faults-title">
      <h2 id="faults-title">Break something</h2>
      {SWITCHES.map((each) => (
        <Switch key={each.name} {...each} />
      ))}
      <button type="button" class="chip" onClick={() => send({ kind: 'drop-socket' })}>
        <Icon name="bolt" size={15} /> Drop the socket
      </button>
      <button type="button" class="chip" onClick={() => send({ kind: 'kill-and-restart' })}>
        <Icon name="reset" size={15} /> Kill and restart the app
      </button>
    </section>
  );
}
