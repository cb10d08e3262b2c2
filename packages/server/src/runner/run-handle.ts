import type { SessionKey } from '../store/store.ts';

/** A run that is being driven, as effects see it. */
export interface RunHandle {
  readonly key: SessionKey;
  /** Aborts the model or tool that is working for the run. */
  readonly signal: AbortSignal;
  /** Milliseconds since this instance last confirmed its claim of the run. */
  readonly sinceClaim: () => number;
  /** Ends the work, which may no longer be this instance's; the outcome of a started call is unknown. */
  stop(): void;
  /** Waits for work for a run of the tree; meanwhile changes by other instances can abort it. */
  whileBusy<T>(runId: string, work: Promise<T>): Promise<T>;
}
