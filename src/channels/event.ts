/** Something to tell people about one work item. `key` names its source, so that it is told once. */
export type ChannelEvent = {
  key: string;
  /** A name of the catalog. */
  type: string;
  /** A work-item ref, such as `github:octo/app#7`. */
  workItem: string;
  /** GitHub Markdown, of any length. */
  text: string;
  /** Where the full text is: the comment, else the work item. Absent for a session with no ticket. */
  url?: string | undefined;
  actor?: string | undefined;
  /** When it was said; undefined for now. */
  at?: Date | undefined;
};
