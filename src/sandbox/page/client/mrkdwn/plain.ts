import { nameToEmoji } from 'gemoji';
import { readMrkdwn } from './read.js';
import type { Inline } from './tree.js';

/** The character of an emoji by Slack's name; undefined for none we know. */
export function emojiOf(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}

function wordsOf(node: Inline): string {
  switch (node.kind) {
    case 'text':
    case 'code':
      return node.text;
    case 'link':
      return node.label;
    case 'user':
      return `@${node.label ?? node.id}`;
    case 'channel':
      return `#${node.label ?? node.id}`;
    case 'broadcast':
      return `@${node.name}`;
    case 'date':
      return node.fallback;
    case 'emoji':
      return emojiOf(node.name) ?? `:${node.name}:`;
    case 'break':
      return '\n';
    default:
      return node.children.map(wordsOf).join('');
  }
}

/** The words alone, as a phone's notification shows them. */
export function plainWords(mrkdwn: string): string {
  return readMrkdwn(mrkdwn)
    .map((block) => (block.kind === 'fence' ? block.text : block.children.map(wordsOf).join('')))
    .join('\n');
}
