import type { CommentAllowed, TicketReach } from '../ledger/client.js';
import { type Finding, ok, problem } from './status-report.js';

/** How to get a token that is enough. */
export const GITHUB_FIX =
  'set GITHUB_TOKEN to a token with write access to the issues of your work items’ repositories (fine-grained: Issues, read and write)';

const UNREACHED_FIX = 'check the network between here and GitHub (GITHUB_API_URL), and try again';

/** What GitHub says. @param item the work item that was asked about; undefined when there is none yet */
export function ticketFindings(
  reach: TicketReach,
  item: { ref: string; may: CommentAllowed } | undefined,
): Finding[] {
  if (reach.kind === 'down') return [problem(reach.reason, reach.isRefusal ? GITHUB_FIX : UNREACHED_FIX)];
  if (item === undefined || item.may.kind === 'no-ticket') {
    return [
      ok('GitHub takes the token'),
      {
        level: 'note',
        what: 'whether the token may comment was not asked: no question was posted yet, so there is no issue to ask about',
      },
    ];
  }
  switch (item.may.kind) {
    case 'may':
      return [ok(`GitHub takes the token, and it may comment on ${item.ref}`)];
    case 'refused':
      return [problem(`the token may not comment on ${item.ref}: ${item.may.reason}`, GITHUB_FIX)];
    case 'retry':
      return [
        {
          level: 'note',
          what: `GitHub did not say whether the token may comment on ${item.ref}: ${item.may.reason}`,
        },
      ];
  }
}

/** Whether the-loop answers. */
export function loopFinding(
  url: string,
  health: { kind: 'up'; version: string } | { kind: 'down'; reason: string },
): Finding {
  if (health.kind === 'up') return ok(`the-loop ${health.version} answers at ${url}`);
  return problem(
    `the-loop does not answer at ${url}: ${health.reason}`,
    'start the-loop’s service, or set THE_LOOP_URL to where it listens (THE_LOOP_TOKEN for a gateway before it)',
  );
}
