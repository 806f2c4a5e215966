import { z } from 'zod';
import type { Edit } from './text-edits.js';

/** A map of plain data. */
export const map = z.looseObject({});

/** A map of plain data. */
export type Data = z.infer<typeof map>;

/** One step forward: what it does to the data, and the same to the text. */
export type Step = {
  /** What was done, for people. */
  change: string;
  /** What someone has to do where it cannot be done here. */
  byHand: string;
  data: (data: Data) => void;
  edits: Edit[];
};

/** A map under a key of plain data; an empty one that hangs nowhere when there is none. */
export function under(data: Data, key: string): Data {
  const parsed = map.safeParse(data[key]);
  if (!parsed.success) return {};
  data[key] = parsed.data;
  return parsed.data;
}
