/** The bench is plain JavaScript with a package of its own, so its types are stated here. */
type Bench = {
  /** The words a reader of the HTML sees. */
  wordsOfHtml(html: string): string[];
  /** Text as a member sees it once Slack has drawn the mrkdwn. */
  textOfMrkdwn(mrkdwn: string): string;
  /** The words a member sees in mrkdwn. */
  wordsOfMrkdwn(mrkdwn: string): string[];
};

const bench: Bench = await import(new URL('../../../bench/digest/visible.js', import.meta.url).href);

export const { wordsOfHtml, textOfMrkdwn, wordsOfMrkdwn } = bench;
