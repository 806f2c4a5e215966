/** What a source is doing, for a status page. `reason` is short and for people. */
export type SourceStatus = {
  state: 'connecting' | 'live' | 'waiting';
  since: Date;
  reason?: string;
};

/** Says what the source is doing now, and gives how to say again what it was doing before. */
export type ReportStatus = (state: SourceStatus['state'], reason?: string) => () => void;

/** Tells a listener about a source's state, once per change of state or reason. */
export function createStatus(onStatus: ((status: SourceStatus) => void) | undefined): ReportStatus {
  let last: Omit<SourceStatus, 'since'> | undefined;

  function tell(status: Omit<SourceStatus, 'since'>): void {
    if (last?.state === status.state && last.reason === status.reason) return;
    last = status;
    onStatus?.({ ...status, since: new Date() });
  }

  return (state, reason) => {
    const before = last;
    tell(reason === undefined ? { state } : { state, reason });
    return () => {
      if (before !== undefined) tell(before);
    };
  };
}
