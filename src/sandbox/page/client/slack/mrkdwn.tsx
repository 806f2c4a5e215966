import { emojiOf } from '../mrkdwn/plain.js';
import { readMrkdwn } from '../mrkdwn/read.js';
import type { Block, Inline } from '../mrkdwn/tree.js';
import { Address } from '../parts/address.js';
import { slackDate } from '../parts/moment.js';
import { Text } from '../parts/text.js';
import { usePerson, useStage } from '../stage.js';

function Mention({ id, label }: { id: string; label: string | undefined }) {
  const person = usePerson(id);
  return (
    <span class="mention">
      @<Text>{label ?? person.name}</Text>
    </span>
  );
}

function ChannelName({ label }: { label: string | undefined }) {
  const { state } = useStage();
  return (
    <span class="mention">
      #<Text>{label ?? state.slack.channel}</Text>
    </span>
  );
}

export function Emoji({ name }: { name: string }) {
  const char = emojiOf(name);
  if (char === undefined) return <>:{name}:</>;
  return (
    <span class="emoji" role="img" aria-label={name.replaceAll('_', ' ')}>
      {char}
    </span>
  );
}

function Piece({ node }: { node: Inline }) {
  switch (node.kind) {
    case 'text':
      return <Text>{node.text}</Text>;
    case 'code':
      return (
        <code>
          <Text>{node.text}</Text>
        </code>
      );
    case 'bold':
      return (
        <b>
          <Pieces of={node.children} />
        </b>
      );
    case 'italic':
      return (
        <i>
          <Pieces of={node.children} />
        </i>
      );
    case 'strike':
      return (
        <s>
          <Pieces of={node.children} />
        </s>
      );
    case 'link':
      return (
        <Address url={node.url}>
          <Text>{node.label}</Text>
        </Address>
      );
    case 'user':
      return <Mention id={node.id} label={node.label} />;
    case 'channel':
      return <ChannelName label={node.label} />;
    case 'broadcast':
      return <span class="mention broadcast">@{node.name}</span>;
    case 'date':
      return <>{slackDate(node.seconds, node.format, new Date()) || node.fallback}</>;
    case 'emoji':
      return <Emoji name={node.name} />;
    case 'break':
      return <br />;
  }
}

function Pieces({ of }: { of: readonly Inline[] }) {
  return (
    <>
      {of.map((node, index) => (
        <Piece key={index} node={node} />
      ))}
    </>
  );
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'fence':
      return (
        <pre>
          <Text>{block.text}</Text>
        </pre>
      );
    case 'quote':
      return (
        <blockquote dir="auto">
          <Pieces of={block.children} />
        </blockquote>
      );
    case 'lines':
      return (
        <p dir="auto">
          <Pieces of={block.children} />
        </p>
      );
  }
}

/** Text in Slack's notation, as Slack draws it. */
export function Mrkdwn({ text }: { text: string }) {
  return (
    <>
      {readMrkdwn(text).map((block, index) => (
        <OneBlock key={index} block={block} />
      ))}
    </>
  );
}
