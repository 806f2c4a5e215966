import type bolt from '@slack/bolt';
import type { LocalSlack } from '../../../src/sandbox/slack/local-slack.js';
import { boltApp, type Cleanup } from './helpers.js';

export const CHANNEL = 'C0SANDBOX';

export const plain = (text: string) => ({ type: 'plain_text' as const, text });
export const button = (id: string, value: string) => ({
  type: 'button' as const,
  action_id: id,
  value,
  text: plain(`Take ${value}`),
});
export const option = (value: string) => ({ text: plain(`Option ${value}`), value });
export const blocks = [
  { type: 'section' as const, text: { type: 'mrkdwn' as const, text: '*Which one?*' } },
  {
    type: 'actions' as const,
    block_id: 'choices',
    elements: [
      button('choice', '1'),
      button('choice-2', '2'),
      { type: 'static_select' as const, action_id: 'more', options: [option('3'), option('4')] },
    ],
  },
  { type: 'actions' as const, block_id: 'open', elements: [button('open_full_text', 'opaque')] },
];
export const modal = (text: string, rest: object = {}) => ({
  type: 'modal' as const,
  title: plain('Full text'),
  blocks: [
    { type: 'section' as const, text: { type: 'mrkdwn' as const, text } },
    { type: 'actions' as const, block_id: 'pages', elements: [button('next', 'page-2')] },
  ],
  ...rest,
});

/** A started Bolt app whose one action listener is given. */
export async function appWith(
  cleanup: Cleanup,
  slack: LocalSlack,
  id: string,
  listener: (
    args: bolt.SlackActionMiddlewareArgs<bolt.BlockAction> & bolt.AllMiddlewareArgs,
  ) => Promise<void>,
): Promise<void> {
  const app = boltApp(cleanup, slack);
  app.action<bolt.BlockAction>(id, listener);
  await app.start();
}
