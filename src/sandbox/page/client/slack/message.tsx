import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { isEnter } from '../parts/is-enter.js';
import { useKeptFocus } from '../parts/kept-focus.js';
import { clock, momentOf } from '../parts/moment.js';
import { Text } from '../parts/text.js';
import { useMe, usePerson, useStage } from '../stage.js';
import type { Control, Message as MessageData, Reaction } from '../wire.js';
import { Avatar } from './avatar.js';
import { Blocks } from './blocks.js';
import { Emoji, Mrkdwn } from './mrkdwn.js';

/** What a member typed, without the escapes it travels with. */
function typed(text: string): string {
  return text
    .replace(/<(https?:[^|>]+)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function Editor({ message, done }: { message: MessageData; done: () => void }) {
  const { send } = useStage();
  const me = useMe();
  const [text, setText] = useState(typed(message.text));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const empty = text.trim() === '';
  const save = async () => {
    if (empty) return;
    const outcome = await send({ kind: 'edit', as: me.id, ts: message.ts, text });
    if (outcome.ok) done();
  };
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        aria-label="Edit the message"
        rows={2}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') done();
          if (!isEnter(event)) return;
          event.preventDefault();
          void save();
        }}
      />
      <div class="editor-row">
        <button type="button" class="button plain" onClick={done}>
          Cancel
        </button>
        <button type="submit" class="button primary" disabled={empty}>
          Save
        </button>
      </div>
    </form>
  );
}

function Reactions({ of }: { of: readonly Reaction[] }) {
  if (of.length === 0) return null;
  return (
    <div class="reactions">
      {of.map(({ name, users }) => (
        <span key={name} class="reaction" title={`:${name}:`}>
          <Emoji name={name} /> {users.length}
        </span>
      ))}
    </div>
  );
}

function fileSize(size: number | undefined): string {
  if (size === undefined) return '';
  return size < 1024 ? `${size} bytes` : `${Math.round(size / 1024)} KB`;
}

function Files({ of }: { of: MessageData['files'] }) {
  return (
    <>
      {of.map((file) => (
        <div key={file.name} class="file">
          <Icon name="file" size={22} />
          <span>
            <b>
              <Text>{file.name}</Text>
            </b>
            <small>{fileSize(file.size)}</small>
          </span>
        </div>
      ))}
    </>
  );
}

/** What a reader can do with a message: answer it, and change it if it is theirs. */
function Tools({
  message,
  reply,
  edit,
}: {
  message: MessageData;
  reply: (() => void) | undefined;
  edit: () => void;
}) {
  const { send } = useStage();
  const me = useMe();
  const mine = message.user === me.id;
  if (message.onlyFor !== undefined || message.deleted || (!mine && reply === undefined)) return null;
  return (
    <div class="tools">
      {reply && (
        <button type="button" title="Reply in thread" aria-label="Reply in thread" onClick={reply}>
          <Icon name="ask" size={16} />
        </button>
      )}
      {mine && (
        <button type="button" title="Edit" aria-label="Edit message" onClick={edit}>
          <Icon name="pen" size={16} />
        </button>
      )}
      {mine && (
        <button
          type="button"
          title="Delete"
          aria-label="Delete message"
          onClick={() => send({ kind: 'delete', as: me.id, ts: message.ts })}
        >
          <Icon name="bin" size={16} />
        </button>
      )}
    </div>
  );
}

/** The way from a root to its thread. */
function ThreadBar({ replies, open }: { replies: readonly MessageData[]; open: () => void }) {
  const count = replies.length;
  const last = replies.at(-1);
  if (last === undefined) return null;
  return (
    <button type="button" class="thread-bar" onClick={open}>
      {[...new Set(replies.map(({ user }) => user))].slice(0, 3).map((user) => (
        <Face key={user} id={user} />
      ))}
      <b>{count === 1 ? '1 reply' : `${count} replies`}</b>
      <span class="muted">Last at {clock(momentOf(last.ts))}</span>
    </button>
  );
}

function Face({ id }: { id: string }) {
  return <Avatar of={usePerson(id)} size="small" />;
}

/** A message as Slack shows it, with its controls. */
export function Message({
  message,
  replies,
  open,
}: {
  message: MessageData;
  /** A root's replies; undefined inside a thread. */
  replies?: readonly MessageData[];
  /** Opens the thread; undefined inside it. */
  open?: () => void;
}) {
  const { send } = useStage();
  const me = useMe();
  const person = usePerson(message.user);
  const [editing, setEditing] = useState(false);
  const frame = useKeptFocus<HTMLElement>();
  // In Slack a bot presses nothing.
  const press =
    me.kind === 'bot'
      ? undefined
      : async (control: Control) => {
          await send({ kind: 'press', as: me.id, ts: message.ts, control });
        };
  if (message.deleted) {
    return (
      <article class="message tombstone">
        <Icon name="bin" size={20} />
        <p>This message was deleted.</p>
      </article>
    );
  }
  const whisper = message.onlyFor !== undefined;
  return (
    <article
      ref={frame}
      class={whisper ? 'message whisper' : 'message'}
      data-ts={message.ts}
      aria-label={`Message of ${person.name}`}
      tabIndex={-1}
    >
      <Avatar of={person} />
      <div class="message-body">
        {whisper && (
          <p class="only-you">
            <Icon name="eye" size={14} /> Only visible to you
          </p>
        )}
        <header>
          <b class="author">
            <Text>{person.name}</Text>
          </b>
          {(person.kind === 'app' || person.kind === 'bot') && <span class="app-badge">APP</span>}
          <time>{clock(momentOf(message.ts))}</time>
        </header>
        {editing ? (
          <Editor message={message} done={() => setEditing(false)} />
        ) : message.blocks.length > 0 ? (
          <Blocks of={message.blocks} press={press} folds />
        ) : (
          message.text !== '' && (
            <div class="block section">
              <div class="section-text">
                <Mrkdwn text={message.text} />
                {message.edited && <span class="edited">(edited)</span>}
              </div>
            </div>
          )
        )}
        <Files of={message.files} />
        <Reactions of={message.reactions} />
        {open && replies && replies.length > 0 && <ThreadBar replies={replies} open={open} />}
        {open && replies?.length === 0 && !whisper && person.kind === 'app' && (
          <button type="button" class="reply-link" onClick={open}>
            Reply in thread
          </button>
        )}
      </div>
      <Tools message={message} reply={open} edit={() => setEditing(true)} />
    </article>
  );
}
