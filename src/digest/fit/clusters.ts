/** What a reader takes for one character, by the rules of Unicode, which are the same in every language. */
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** No cluster that is written on purpose is longer. */
const LONGEST_CLUSTER = 64;

/** The offsets at which characters end as a reader sees them: behind a flag, not within it. For short texts. */
export function clusterEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { index, segment } of clusters.segment(text)) ends.push(index + segment.length);
  return ends;
}

/** The last such offset that is no larger than `at`; 0 when there is none. */
export function lastClusterEnd(text: string, at: number): number {
  const ends = clusterEnds(text.slice(0, at + LONGEST_CLUSTER));
  return ends.findLast((end) => end <= at) ?? 0;
}
