import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { useKeptFocus } from '../parts/kept-focus.js';
import { Scroller } from '../parts/scroller.js';
import { useMe, useStage } from '../stage.js';
import type { Control, Message as MessageData } from '../wire.js';
import { Blocks } from './blocks.js';
import { Composer } from './composer.js';
import { Message } from './message.js';

/** The messages that somebody sees. */
export function useSeen(): readonly MessageData[] {
  const { state } = useStage();
  const me = useMe();
  return state.slack.messages.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === me.id);
}

/** Keeps the newest message in view, from its first line on: when one is added, and when the screen opens. */
function useNewestInView(count: number) {
  const { device } = useStage().choices;
  const scroller = useKeptFocus<HTMLElement>();
  useEffect(() => {
    const element = scroller.current;
    const newest = element?.querySelector<HTMLElement>(':scope > .message:last-of-type');
    if (!element || !newest) return;
    const start = newest.offsetTop - element.offsetTop;
    element.scrollTop = Math.min(start, element.scrollHeight - element.clientHeight);
  }, [count, device]);
  return scroller;
}

function Empty() {
  const { choose } = useStage();
  return (
    <div class="empty">
      <p>Nothing was asked yet.</p>
      <button type="button" class="button primary" onClick={() => choose({ composing: true })}>
        Ask a question
      </button>
    </div>
  );
}

export function ChannelScreen() {
  const { state, choose } = useStage();
  const seen = useSeen();
  const roots = seen.filter(({ threadTs, ts }) => threadTs === undefined || threadTs === ts);
  const scroller = useNewestInView(roots.length);
  return (
    <section class="screen" aria-label={`Channel ${state.slack.channel}`}>
      <header class="screen-head">
        <h3>
          <Icon name="hash" size={17} />
          {state.slack.channel}
        </h3>
      </header>
      <Scroller at={scroller} class="messages" label="Messages">
        {roots.length === 0 && <Empty />}
        {roots.map((root) => (
          <Message
            key={root.ts}
            message={root}
            replies={seen.filter(
              (reply) => reply.threadTs === root.ts && reply.ts !== root.ts && reply.onlyFor === undefined,
            )}
            open={() => choose({ thread: root.ts })}
          />
        ))}
      </Scroller>
      <Composer threadTs={undefined} label={`Message #${state.slack.channel}`} />
    </section>
  );
}

export function ThreadScreen({ root }: { root: MessageData }) {
  const { state, choose } = useStage();
  const replies = useSeen().filter(({ threadTs, ts }) => threadTs === root.ts && ts !== root.ts);
  const said = replies.filter(({ onlyFor }) => onlyFor === undefined).length;
  const scroller = useNewestInView(replies.length);
  return (
    <section class="screen thread" aria-label="Thread">
      <header class="screen-head">
        <button
          type="button"
          class="round back"
          aria-label="Back to the channel"
          onClick={() => choose({ thread: '' })}
        >
          <Icon name="back" />
        </button>
        <h3>Thread</h3>
        <span class="muted">#{state.slack.channel}</span>
        <button
          type="button"
          class="round shut"
          aria-label="Close the thread"
          onClick={() => choose({ thread: '' })}
        >
          <Icon name="close" />
        </button>
      </header>
      <Scroller at={scroller} class="messages" label="Messages of the thread">
        <Message message={root} />
        {said > 0 && <p class="reply-count">{said === 1 ? '1 reply' : `${said} replies`}</p>}
        {replies.map((reply) => (
          <Message key={reply.ts} message={reply} />
        ))}
      </Scroller>
      <Composer threadTs={root.ts} label="Reply…" />
    </section>
  );
}

export function HomeScreen() {
  const { state, send } = useStage();
  const me = useMe();
  const home = state.slack.views.find(({ type, user }) => type === 'home' && user === me.id);
  const { world, sockets } = state.app;
  const connected = sockets > 0;
  // Slack tells the app that somebody looks; one that is away, or of another world, has to be told once it is there.
  useEffect(() => {
    if (connected) void send({ kind: 'open-home', as: me.id });
  }, [me.id, world, connected]);
  const press = async (control: Control) => {
    if (home) await send({ kind: 'press-in-view', as: me.id, viewId: home.id, control });
  };
  return (
    <section class="screen home" aria-label="App Home">
      <header class="screen-head">
        <h3>the-loop</h3>
        <span class="app-badge">APP</span>
        <span class="muted">Home</span>
      </header>
      <Scroller class="messages" label="Home">
        {home ? <Blocks of={home.blocks} press={press} /> : <p class="muted wait">Loading …</p>}
      </Scroller>
    </section>
  );
}
