import { fit } from '../../digest/index.js';
import { describeWorkItem } from '../../ledger/describe.js';
import { composeMessage } from '../../slack/compose.js';
import type { Drawing, Preview } from './client/wire.js';

/** Stands in for the row that a real message has. */
const NO_ROW = '00000000-0000-4000-8000-000000000000';

/** What a question is about, and where the ticket has it: undefined when it could not be written there. */
export type About = { workItem: string; commentUrl: string | undefined };

/** What became of a text: a short one stands whole, `quiet` shows none. */
function formOf(markdown: string, { maxChars, verbosity, longMessages }: Drawing): Preview['form'] {
  if (verbosity === 'quiet') return 'none';
  if (!fit(markdown, { maxChars }).digested) return 'whole';
  return longMessages === 'digest' ? 'digest' : 'cut';
}

/** What Slack would show of a Markdown text, by the code that the app posts with. */
export function preview(markdown: string, drawing: Drawing, about: About): Preview {
  const { maxChars, verbosity, longMessages } = drawing;
  const { workItem, commentUrl } = about;
  const url = commentUrl ?? describeWorkItem(workItem).url;
  const digest = fit(markdown, { maxChars, mode: longMessages, ...(url === undefined ? {} : { url }) });
  const { message } = composeMessage(
    {
      ...{ id: NO_ROW, workItem, text: markdown, url: url ?? null },
      ...{ eventType: 'session.awaiting_input', actor: 'dev', question: 'open' },
    },
    { verbosity, maxChars, longMessages, pressable: true, describeWorkItem },
  );
  const form = formOf(markdown, drawing);
  return {
    text: message.text,
    blocks: message.blocks.map((block) => ({ ...block })),
    form,
    budget: maxChars,
    length: form === 'none' ? 0 : digest.text.length,
    choices: form === 'none' ? 0 : digest.choices.length,
    pointers: form === 'none' ? 0 : digest.pointers.length,
  };
}
