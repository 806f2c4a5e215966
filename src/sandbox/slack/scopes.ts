import type { ChannelKind } from './model.js';

/** The word that Slack's scopes use for each kind of conversation. */
const SCOPE_WORDS: Record<ChannelKind, string> = {
  public: 'channels',
  private: 'groups',
  im: 'im',
  mpim: 'mpim',
};

/** `channels:history`, `groups:read`, … for a conversation's kind. */
export function scopeFor(kind: ChannelKind, right: 'history' | 'read'): string {
  return `${SCOPE_WORDS[kind]}:${right}`;
}

/** One scope per kind: having any of them is enough to ask, the channel's own decides. */
export function anyKind(right: 'history' | 'read'): readonly string[] {
  return Object.values(SCOPE_WORDS).map((word) => `${word}:${right}`);
}
