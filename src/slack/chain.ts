import type { Step, StepArgs } from './middleware/types.js';

/** A message or press without `next`: what a chain of steps starts from. */
export type ChainArgs = Omit<StepArgs, 'next'>;

/** Runs steps one after another as Bolt does, for messages that come another way than as events. */
export function chain(...steps: readonly Step[]): (args: ChainArgs) => Promise<void> {
  const run = (args: ChainArgs, index: number): Promise<void> => {
    const step = steps[index];
    return step ? step({ ...args, next: () => run(args, index + 1) }) : Promise.resolve();
  };
  return (args) => run(args, 0);
}
