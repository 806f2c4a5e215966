import { useEndInView } from '../parts/end-in-view.js';
import { clockWithSeconds } from '../parts/moment.js';
import { Scroller } from '../parts/scroller.js';
import { Text } from '../parts/text.js';
import { useStage } from '../stage.js';
import type { Delivery, LogEvent } from '../wire.js';

function short(ref: string): string {
  return ref.replace(/^github:/, '');
}

/** How an event went, as a colour says it. Slack tells a bot of its own posts too: dropping those is nothing bad. */
function tone({ event, detail }: LogEvent): 'good' | 'bad' | 'asks' | 'dim' | '' {
  if (detail === 'self-authored') return 'dim';
  if (/dropped|failed|error/.test(event)) return 'bad';
  if (/reply_sent|mirrored|posted|delivered|relayed/.test(event)) return 'good';
  return /awaiting/.test(event) ? 'asks' : '';
}

function pretty(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

function Event({ event }: { event: LogEvent }) {
  return (
    <details class="event">
      <summary>
        <time>{clockWithSeconds(new Date(event.at))}</time>
        <span class={`event-name ${tone(event)}`}>
          <Text>{event.event}</Text>
          {event.detail !== '' && (
            <small>
              <Text>{event.detail}</Text>
            </small>
          )}
        </span>
        <span class="event-source">
          <Text>{event.source}</Text>
        </span>
      </summary>
      <pre>
        <Text>{pretty(event.raw)}</Text>
      </pre>
    </details>
  );
}

function Delivered({ delivery }: { delivery: Delivery }) {
  return (
    <li>
      <p class="prompt">
        <span aria-hidden="true">❯ </span>
        <Text>{delivery.text}</Text>
      </p>
      <p class="from">
        from <Text>{delivery.actor}</Text> · {short(delivery.ref)}
      </p>
    </li>
  );
}

/** The waiting session: what it was given, and what is on the-loop's event stream. */
export function Session() {
  const { state } = useStage();
  const { deliveries, events } = state.session;
  const terminal = useEndInView(deliveries.length, 0);
  return (
    <section class="column session-column" aria-labelledby="session-title" id="session">
      <header class="column-head">
        <h2 id="session-title">The session</h2>
      </header>
      <Scroller at={terminal} class="terminal" label="What the session was given">
        <p class="terminal-head">
          <i /> <i /> <i />
          <span>the agent’s session</span>
        </p>
        {deliveries.length === 0 ? (
          <p class="terminal-wait">
            waiting for an answer
            <span class="caret" aria-hidden="true" />
          </p>
        ) : (
          <ol>
            {deliveries.map((delivery, index) => (
              <Delivered key={index} delivery={delivery} />
            ))}
          </ol>
        )}
      </Scroller>
      <h3 class="sub-head">
        Event stream <span class="count">{events.length}</span>
      </h3>
      <Scroller class="events" label="Event stream, newest first">
        {events.length === 0 && <p class="muted empty-line">Nothing yet.</p>}
        {events.toReversed().map((event, index) => (
          <Event key={`${event.at}-${events.length - index}`} event={event} />
        ))}
      </Scroller>
    </section>
  );
}
