/** Our clock, GitHub’s and Slack’s may differ this much, in milliseconds: as much as a wrong time zone makes. */
export const SKEW_MS = 24 * 60 * 60_000;
