import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Choices } from './choices.js';
import type { Action, Outcome, PageState, Person } from './wire.js';

/** What every part of the page sees and may do. */
export type Stage = {
  readonly state: PageState;
  readonly choices: Choices;
  /** Sets the page up otherwise, and remembers it. */
  choose(change: Partial<Choices>): void;
  /** Sends an action; what it has to tell is shown. */
  send(action: Action): Promise<Outcome>;
  tell(words: string, kind?: 'note' | 'problem'): void;
};

const context = createContext<Stage | undefined>(undefined);

export const StageProvider = context.Provider;

export function useStage(): Stage {
  const stage = useContext(context);
  if (stage === undefined) throw new Error('a part of the page is drawn outside of it');
  return stage;
}

const NOBODY: Person = { id: '', name: 'nobody', kind: 'unlisted' };

/** Whom the reader acts as now. */
export function useMe(): Person {
  const { state, choices } = useStage();
  const people = state.slack.people.filter(({ kind }) => kind !== 'app');
  return people.find(({ id }) => id === choices.as) ?? people[0] ?? NOBODY;
}

/** Who has an id; somebody unknown is called by it. */
export function usePerson(id: string): Person {
  const { state } = useStage();
  return state.slack.people.find((person) => person.id === id) ?? { ...NOBODY, id, name: id };
}
