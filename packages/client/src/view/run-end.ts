import type { Run } from '@hitl/protocol';

/** How a run ended that did not end well. */
export interface RunEnd {
  readonly how: 'failed' | 'stopped' | 'superseded';
  /** Additional reason, if there is one. */
  readonly reason: string | undefined;
}

/** The server's text for a run stopped without a reason. */
const NO_REASON = 'Run aborted';

/** What it says of a run whose place a new message took. */
const SUPERSEDED = 'superseded by a new message';

/** How a run ended that did not end well; `undefined`: it is live, or completed. */
export function runEnd({ status, error }: Pick<Run, 'status' | 'error'>): RunEnd | undefined {
  if (status === 'failed') return { how: 'failed', reason: error ?? undefined };
  if (status !== 'aborted') return undefined;
  if (error === SUPERSEDED) return { how: 'superseded', reason: undefined };
  const said = error === null || error === NO_REASON ? undefined : error;
  return { how: 'stopped', reason: said };
}
