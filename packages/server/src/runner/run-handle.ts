import type { SessionKey } from '../store/store.ts';

/** A run that is being driven, as its effects see it. */
export interface RunHandle {
  readonly key: SessionKey;
  /** Stops the model or tool that works for it. */
  readonly signal: AbortSignal;
  /** Whether the work was cut off because this instance is closing. */
  cutOff(): boolean;
  /** Does work for a run of the tree that others may have to stop. */
  whileBusy<T>(runId: string, work: Promise<T>): Promise<T>;
}
