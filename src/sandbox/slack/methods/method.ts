import type { z } from 'zod';
import { failureWithMessages } from '../errors.js';
import type { Faults } from '../faults.js';
import type { Feed } from '../feed.js';
import type { Identity } from '../model.js';
import type { Triggers } from '../triggers.js';
import type { Views } from '../views.js';
import type { Workspace } from '../workspace.js';

/** What every Web API method may use. */
export type MethodContext = {
  readonly workspace: Workspace;
  readonly views: Views;
  readonly triggers: Triggers;
  readonly identity: Identity;
  readonly feed: Feed;
  readonly faults: Faults;
  /** A fresh `ws://` address for one Socket Mode connection. */
  readonly socketUrl: () => string;
};

/** A successful answer without its `ok`. */
type Reply = Readonly<Record<string, unknown>>;

/** One row of the method table. */
export type Method = {
  /** Which token it takes; the other one is `not_allowed_token_type`. */
  readonly token: 'bot' | 'app';
  /** Scopes of which the token must have one; empty when any token will do. */
  readonly scopes: readonly string[];
  /**
   * Parses the arguments and carries the call out.
   * @throws MethodFailure for every answer that is not `ok`
   */
  readonly run: (context: MethodContext, args: unknown) => Reply;
};

type MethodSpec<Schema extends z.ZodType> = {
  readonly token?: 'bot' | 'app';
  readonly scopes?: readonly string[];
  readonly args: Schema;
  readonly handle: (context: MethodContext, args: z.output<Schema>) => Reply;
};

/** Makes a table row of a schema and a handler that takes what the schema gives. */
export function method<Schema extends z.ZodType>(spec: MethodSpec<Schema>): Method {
  return {
    token: spec.token ?? 'bot',
    scopes: spec.scopes ?? [],
    run: (context, args) => spec.handle(context, parsed(spec.args, args)),
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  const result = schema.safeParse(args);
  if (result.success) return result.data;
  throw failureWithMessages(
    'invalid_arguments',
    result.error.issues.map((issue) => `${issue.message} [json-pointer:/${issue.path.join('/')}]`),
  );
}
