import { randomBytes, randomUUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A fresh id in Slack's style: the prefix and ten capital letters or digits (`Ev0A1B2C3D4E`). */
export function slackId(prefix: string): string {
  let id = prefix;
  for (const byte of randomBytes(10)) id += ALPHABET[byte % ALPHABET.length];
  return id;
}

/** A fresh envelope id; Slack uses UUIDs. */
export function envelopeId(): string {
  return randomUUID();
}

/** The short random `block_id` or `action_id` that Slack gives to a block that came without one. */
export function shortId(): string {
  return randomBytes(4).toString('hex').slice(0, 5);
}
