/** As Slack writes it: seconds since 1970 and a fraction. Eleven digits of seconds are some three thousand years. */
const TS = /^[0-9]{1,11}\.[0-9]{1,9}$/;

/**
 * When Slack says that something was said or pressed: by Slack's clock, which no clock of ours can be wrong about.
 *
 * @param ts a message's `ts` or a press's `action_ts`, such as `1234567890.000100`
 * @returns undefined when it is not one
 */
export function timeOfTs(ts: string): Date | undefined {
  return TS.test(ts) ? new Date(Number(ts) * 1000) : undefined;
}
