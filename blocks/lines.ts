import { link } from './parts.js';

/** Lines that one member sees (`chat.postEphemeral`), as mrkdwn. Each `url` is the ticket's, when it has a page. */

function onTicket(url: string | undefined): string {
  return link(url, 'the ticket');
}

/** Who is not listed can neither open the full text nor answer. */
export function notListed(url: string | undefined): string {
  return `You are not on the list of people who may answer here. The question is on ${onTicket(url)}.`;
}

/** A reply that was sent stays as it was sent. */
export function editIgnored(): string {
  return 'Your edit changes nothing: the answer went out as you first sent it. To add to it, send a new reply.';
}

/** A reply that holds a control keyword is recorded as text (R5.3): only a comment on the ticket runs one. */
export function keywordRecorded(url: string | undefined): string {
  return `Recorded as text: a reply here runs no command. To run it, comment on ${onTicket(url)}.`;
}

/** What a member is told whose tap could not be kept, such as while the database is away. */
export function notTaken(): string {
  return 'Your choice could not be taken in just now. Tap again in a minute, or reply in the thread.';
}

/** What a member is told whose tap was on a control that no longer stands for anything. */
export function noLongerOpen(): string {
  return 'This question is no longer open. Reply in the thread to add something.';
}

/** What the modal shows when the full text was pruned. */
export function textNotKept(url: string | undefined): string {
  return `The full text is no longer kept here. It is on ${onTicket(url)}.`;
}

/** What the modal shows when the full text could not be fetched just now. */
export function textNotLoaded(url: string | undefined): string {
  return `The full text could not be loaded just now. It is on ${onTicket(url)}.`;
}
