/** A running app did not take a command, although it is there. */
export class DoorError extends Error {
  override readonly name = 'DoorError';
}
