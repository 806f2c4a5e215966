import { plainWords } from '../mrkdwn/plain.js';
import { Mark } from '../parts/icons.js';
import { clock, momentOf } from '../parts/moment.js';
import { Text } from '../parts/text.js';
import { usePerson, useStage } from '../stage.js';

/** What a locked phone shows of the newest message: its `text`, which is all that a notification gets. */
export function Push() {
  const { state } = useStage();
  const app = state.slack.people.find(({ kind }) => kind === 'app');
  const newest = state.slack.messages.findLast(
    ({ user, onlyFor, deleted }) => user === app?.id && onlyFor === undefined && !deleted,
  );
  const author = usePerson(newest?.user ?? '');
  if (newest === undefined) return null;
  return (
    <aside class="push" aria-label="Push notification">
      <Mark size={32} />
      <div>
        <p class="push-head">
          <b>
            {author.name} in #{state.slack.channel}
          </b>
          <time>{clock(momentOf(newest.ts))}</time>
        </p>
        <p class="push-text" dir="auto">
          <Text>{plainWords(newest.text).replace(/\n{2,}/g, '\n')}</Text>
        </p>
      </div>
    </aside>
  );
}
