/** Why the health server cannot listen: its port is in use, or its address or port cannot be had at all. */
export type HealthErrorCode = 'port_in_use' | 'cannot_listen';

/** The health server cannot listen where `HEALTH_HOST` and `HEALTH_PORT` say; `cause` keeps Node's error. */
export class HealthError extends Error {
  readonly code: HealthErrorCode;

  constructor(code: HealthErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HealthError';
    this.code = code;
  }
}
