/**
 * Why the store cannot serve.
 * - `locked`: another process holds the embedded database; the message names it.
 * - `unreachable`: the database does not answer, or refuses the login.
 * - `invalid_url`: a parameter of `DATABASE_URL` is wrong; the message names it, and no password.
 * - `migrating`: another process holds the migration lock, and has for too long.
 * - `migration_failed`: a migration did not apply, or the recorded history differs from `prisma/migrations`.
 * - `newer`: a newer version has migrated this database; what this one would make of it is not known.
 */
export type StoreErrorCode =
  | 'locked'
  | 'unreachable'
  | 'invalid_url'
  | 'migrating'
  | 'migration_failed'
  | 'newer';

/** A failure of the database or of opening it; `cause` keeps the driver's error. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}
