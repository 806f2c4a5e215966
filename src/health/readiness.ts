import type { Asked, Probe } from './probe.js';
import type { Check, VitalSigns } from './vital-signs.js';

/** Whether the app does its work now, and every reason why not. `source` is the-loop's event stream or its log file. */
export type Readiness = {
  ready: boolean;
  stopping: boolean;
  checks: { socket: Check; database: Check; source: Check };
  reasons: string[];
};

/** Looks at everything the app needs. Back within the bound of `database`. */
export async function readiness(signs: VitalSigns, database: Probe<unknown> | undefined): Promise<Readiness> {
  const checks = {
    socket: signs.checkSocket(),
    database: database ? databaseCheck(await database()) : OPENING,
    source: signs.checkSource(),
  };
  const reasons = Object.entries(checks).flatMap(([name, { ok, reason, state }]) =>
    ok ? [] : [`${name}: ${reason ?? state}`],
  );
  if (signs.stopping) reasons.unshift('the app is stopping');
  return { ready: reasons.length === 0, stopping: signs.stopping, checks, reasons };
}

const OPENING: Check = { ok: false, state: 'opening', reason: 'it is being opened and brought up to date' };

function databaseCheck(asked: Asked<unknown>): Check {
  return asked.kind === 'answered'
    ? { ok: true, state: 'answering' }
    : { ok: false, state: 'away', reason: asked.reason };
}
