import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icons.js';
import { useKeptFocus } from '../parts/kept-focus.js';
import { Scroller } from '../parts/scroller.js';
import { Text } from '../parts/text.js';
import { useMe, useStage } from '../stage.js';
import type { Control, View } from '../wire.js';
import { Blocks } from './blocks.js';

/**
 * A modal over the app, as Slack shows it: full screen on a phone, a dialog on a desktop. Escape closes it. It keeps nobody
 * from the rest of the page, only from Slack's.
 */
export function Modal({ view }: { view: View }) {
  const { send } = useStage();
  const me = useMe();
  const frame = useKeptFocus<HTMLDivElement>();
  const body = useRef<HTMLDivElement>(null);
  const press = async (control: Control) => {
    await send({ kind: 'press-in-view', as: me.id, viewId: view.id, control });
  };
  const close = () => send({ kind: 'close-view', as: me.id, viewId: view.id });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') void send({ kind: 'close-view', as: me.id, viewId: view.id });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [send, me.id, view.id]);
  useEffect(() => {
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const shown = JSON.stringify(view.blocks);
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [shown]);
  return (
    <div class="scrim">
      <div ref={frame} class="modal" role="dialog" aria-label={view.title} tabIndex={-1}>
        <header class="modal-head">
          <h2>
            <Text>{view.title}</Text>
          </h2>
          <button type="button" class="round" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <Scroller at={body} class="modal-body" label="The modal’s content">
          <Blocks of={view.blocks} press={press} />
        </Scroller>
        {view.close !== '' && (
          <footer class="modal-foot">
            <button type="button" class="button plain" onClick={close}>
              <Text>{view.close}</Text>
            </button>
          </footer>
        )}
      </div>
    </div>
  );
}
