import { Text } from '../parts/text.js';
import type { Control, Json } from '../wire.js';
import { Element } from './element.js';
import { Fold } from './fold.js';
import { fields, isJson, list, words } from './json.js';
import { Emoji, Mrkdwn } from './mrkdwn.js';

/** What pressing a control does; undefined where nothing can be pressed, as in a preview. */
export type Press = ((control: Control) => Promise<void>) | undefined;

/** A text object: mrkdwn or plain text. */
export function TextObject({ of }: { of: unknown }) {
  const { type, text } = fields(of);
  if (typeof text !== 'string') return null;
  if (type === 'mrkdwn') return <Mrkdwn text={text} />;
  return <PlainText of={of} />;
}

/** Plain text, in which only `:emoji:` is drawn, and only where the app allows it. */
export function PlainText({ of }: { of: unknown }) {
  const { text, emoji } = fields(of);
  if (typeof text !== 'string') return null;
  if (emoji === false) return <Text>{text}</Text>;
  return (
    <>
      {text.split(/:([a-z0-9_+'-]{1,60}):/).map((part, index) =>
        // Every second part is what stood between two colons.
        index % 2 === 1 ? <Emoji key={index} name={part} /> : <Text key={index}>{part}</Text>,
      )}
    </>
  );
}

function Section({ block, press, folds }: { block: Json; press: Press; folds: boolean }) {
  const cells = list(block.fields);
  const body = (
    <>
      <TextObject of={block.text} />
      {cells.length > 0 && (
        <div class="fields">
          {cells.map((cell, index) => (
            <div key={index}>
              <TextObject of={cell} />
            </div>
          ))}
        </div>
      )}
    </>
  );
  const { accessory } = block;
  return (
    <div class="block section">
      <div class="section-text">
        {folds && block.expand !== true ? <Fold text={words(block.text)}>{body}</Fold> : body}
      </div>
      {isJson(accessory) && <Element of={accessory} blockId={block.block_id} press={press} />}
    </div>
  );
}

function OneBlock({ block, press, folds }: { block: Json; press: Press; folds: boolean }) {
  switch (block.type) {
    case 'section':
      return <Section block={block} press={press} folds={folds} />;
    case 'header':
      return (
        <h3 class="block header">
          <PlainText of={block.text} />
        </h3>
      );
    case 'divider':
      return <hr class="block divider" />;
    case 'context':
      return (
        <div class="block context">
          {list(block.elements).map((element, index) => (
            <TextObject key={index} of={element} />
          ))}
        </div>
      );
    case 'actions':
      return (
        <div class="block actions">
          {list(block.elements).map((element) => (
            <Element key={String(element.action_id)} of={element} blockId={block.block_id} press={press} />
          ))}
        </div>
      );
    default:
      return <p class="block unknown">a block of type {String(block.type)}, which this page does not draw</p>;
  }
}

/**
 * Blocks, from top to bottom. In messages long sections fold, as in Slack. A block is known by its place: Slack gives new
 * `block_id`s with every edit, and what stays must not be drawn anew.
 */
export function Blocks({ of, press, folds = false }: { of: readonly Json[]; press: Press; folds?: boolean }) {
  return (
    <>
      {of.map((block, index) => (
        <OneBlock key={index} block={block} press={press} folds={folds} />
      ))}
    </>
  );
}
