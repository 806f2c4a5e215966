import { z } from 'zod';
import { DoorError } from './errors.js';
import {
  changedSchema,
  type Operator,
  overviewSchema,
  postSchema,
  replySchema,
  threadSchema,
  toldSchema,
} from './operator.js';

const eventSchema = z.object({
  key: z.string(),
  type: z.string(),
  workItem: z.string(),
  text: z.string(),
  url: z.string().optional(),
  actor: z.string().optional(),
  at: z.coerce.date().optional(),
});

/** What a command asks of a running app, over its loopback port. */
export const requestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('overview') }),
  z.object({ do: z.literal('threads') }),
  z.object({ do: z.literal('posts') }),
  z.object({ do: z.literal('retry'), id: z.string() }),
  z.object({ do: z.literal('drop'), id: z.string() }),
  z.object({ do: z.literal('replies'), workItem: z.string().optional() }),
  z.object({ do: z.literal('tell'), event: eventSchema }),
]);

export type Request = z.output<typeof requestSchema>;

/** The shape of each answer. */
export const ANSWERS = {
  overview: overviewSchema,
  threads: z.array(threadSchema),
  posts: z.array(postSchema),
  retry: changedSchema,
  drop: changedSchema,
  replies: z.array(replySchema),
  tell: toldSchema,
} as const;

/** Does what a request asks. */
export function perform(operator: Operator, request: Request): Promise<unknown> {
  switch (request.do) {
    case 'overview':
      return operator.overview();
    case 'threads':
      return operator.threads();
    case 'posts':
      return operator.posts();
    case 'retry':
      return operator.retry(request.id);
    case 'drop':
      return operator.drop(request.id);
    case 'replies':
      return operator.replies(request.workItem);
    case 'tell':
      return operator.tell(request.event);
  }
}

/** @throws DoorError when an answer has another shape */
function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new DoorError('the running app gave an answer of another version');
  return parsed.data;
}

/** An operator whose requests are carried out elsewhere. @param ask sends a request and gives its answer, not yet checked */
export function remoteOperator(ask: (request: Request) => Promise<unknown>): Operator {
  return {
    overview: async () => read(ANSWERS.overview, await ask({ do: 'overview' })),
    threads: async () => read(ANSWERS.threads, await ask({ do: 'threads' })),
    posts: async () => read(ANSWERS.posts, await ask({ do: 'posts' })),
    retry: async (id) => read(ANSWERS.retry, await ask({ do: 'retry', id })),
    drop: async (id) => read(ANSWERS.drop, await ask({ do: 'drop', id })),
    replies: async (workItem) =>
      read(
        ANSWERS.replies,
        await ask(workItem === undefined ? { do: 'replies' } : { do: 'replies', workItem }),
      ),
    tell: async (event) => read(ANSWERS.tell, await ask({ do: 'tell', event })),
  };
}
