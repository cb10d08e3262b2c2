import type { Run } from '@hitl/protocol';

/** How a run ended that did not complete. */
export interface RunEnd {
  readonly how: 'failed' | 'stopped' | 'superseded';
  /** Additional reason, if there is one. */
  readonly reason: string | undefined;
}

/** The server's text for a run that was stopped without a reason. */
const NO_REASON = 'Run aborted';

/** The server's text for a run that was replaced by a new message. */
const SUPERSEDED = 'superseded by a new message';

/** How a run ended without completing; `undefined` if it is unfinished or completed. */
export function runEnd({ status, error }: Pick<Run, 'status' | 'error'>): RunEnd | undefined {
  if (status === 'failed') return { how: 'failed', reason: error ?? undefined };
  if (status !== 'aborted') return undefined;
  if (error === SUPERSEDED) return { how: 'superseded', reason: undefined };
  const said = error === null || error === NO_REASON ? undefined : error;
  return { how: 'stopped', reason: said };
}
