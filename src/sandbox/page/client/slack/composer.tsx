import { useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { isEnter } from '../parts/is-enter.js';
import { useMe, useStage } from '../stage.js';

/** Where a member types. A file goes along with the text, by its name and size: what is in it never leaves the browser. */
export function Composer({ threadTs, label }: { threadTs: string | undefined; label: string }) {
  const { send } = useStage();
  const me = useMe();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | undefined>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  const empty = text.trim() === '' && file === undefined;
  const submit = async () => {
    if (empty) return;
    // At once: what is typed while this is on its way is the next message.
    setText('');
    setFile(undefined);
    if (picker.current) picker.current.value = '';
    const outcome = await send({
      kind: 'post',
      as: me.id,
      text,
      threadTs,
      file: file && { name: file.name, size: file.size, type: file.type },
    });
    if (outcome.ok) return;
    setText((now) => (now === '' ? text : `${text}\n${now}`));
    setFile((now) => now ?? file);
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {file && (
        <span class="attached">
          <Icon name="file" size={16} /> {file.name}
          <button type="button" aria-label={`Remove ${file.name}`} onClick={() => setFile(undefined)}>
            <Icon name="close" size={14} />
          </button>
        </span>
      )}
      <div class="composer-row">
        <input
          ref={picker}
          type="file"
          class="visually-hidden"
          tabIndex={-1}
          aria-label="File to attach"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
        <button
          type="button"
          class="round"
          aria-label="Attach a file"
          onClick={() => picker.current?.click()}
        >
          <Icon name="clip" />
        </button>
        <textarea
          rows={1}
          aria-label={label}
          placeholder={label}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            void submit();
          }}
        />
        <button type="submit" class="round send" aria-label="Send" disabled={empty}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
