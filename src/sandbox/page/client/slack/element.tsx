import { useState } from 'preact/hooks';
import { Address } from '../parts/address.js';
import { Icon } from '../parts/icons.js';
import { Text } from '../parts/text.js';
import type { Json } from '../wire.js';
import { PlainText, type Press } from './blocks.js';
import { list, words } from './json.js';

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function Button({ of, blockId, press }: ElementProps) {
  const [busy, setBusy] = useState(false);
  const url = text(of.url);
  const style = of.style === 'primary' || of.style === 'danger' ? of.style : 'plain';
  if (url !== undefined) {
    return (
      <Address url={url} class={`button ${style}`}>
        <PlainText of={of.text} />
      </Address>
    );
  }
  const onClick = async () => {
    setBusy(true);
    await press?.({ actionId: String(of.action_id), blockId: text(blockId) });
    setBusy(false);
  };
  return (
    <button
      type="button"
      class={`button ${style}`}
      disabled={press === undefined}
      aria-busy={busy}
      onClick={onClick}
    >
      <PlainText of={of.text} />
    </button>
  );
}

function Select({ of, blockId, press }: ElementProps) {
  const placeholder = words(of.placeholder) || 'Choose an option';
  const onChange = async (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    event.target.value = '';
    if (value === '') return;
    await press?.({ actionId: String(of.action_id), blockId: text(blockId), option: value });
  };
  return (
    <span class="select">
      <select aria-label={placeholder} disabled={press === undefined} onChange={onChange}>
        <option value="">{placeholder}</option>
        {list(of.options).map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {words(option.text)}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}

type ElementProps = { of: Json; blockId: unknown; press: Press };

/** A control of Block Kit. */
export function Element(props: ElementProps) {
  switch (props.of.type) {
    case 'button':
      return <Button {...props} />;
    case 'static_select':
      return <Select {...props} />;
    case 'image':
      return (
        <span class="image">
          🖼 <Text>{text(props.of.alt_text) ?? 'image'}</Text>
        </span>
      );
    default:
      return <span class="unknown">an element of type {String(props.of.type)}</span>;
  }
}
