'use client';
import type { ControlAction, Run } from '@hitl/protocol';
import { useState } from 'react';
import { useArming } from '../internal/arming.ts';
import { useSettings } from '../internal/settings.ts';

const LIVE: ReadonlySet<Run['status']> = new Set(['running', 'suspended', 'paused']);

/** Result of `useRunControls`: state for buttons that pause, resume and stop a run. */
export interface UseRunControlsResult {
  readonly status: Run['status'];
  /** Whether the run can still be paused, resumed or stopped. */
  readonly live: boolean;
  /** The signal being sent; `null`: none, so one can be sent. */
  readonly busy: ControlAction | null;
  /** Why the last signal failed; `null` otherwise. */
  readonly error: unknown;
  /**
   * Sends a signal, unless one is being sent or `event` began before the run changed. Ask for
   * confirmation before `abort_run`.
   */
  readonly control: (action: ControlAction, event?: { readonly timeStamp: number }) => void;
}

/** Pauses, resumes and stops a run, with `onControl` or the provider's client. */
export function useRunControls(
  { id, status }: Pick<Run, 'id' | 'status'>,
  onControl?: (action: ControlAction) => void | Promise<void>,
): UseRunControlsResult {
  const { client, armingDelayMs } = useSettings();
  // Pausing and resuming share a button, so the press must match what was shown.
  const armed = useArming(`${id} ${status}`, armingDelayMs);
  const [busy, setBusy] = useState<ControlAction | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (action: ControlAction): Promise<void> => {
    setBusy(action);
    setError(null);
    try {
      if (onControl !== undefined) await onControl(action);
      else await client?.control({ run_id: id, action });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(null);
    }
  };
  return {
    status,
    live: LIVE.has(status),
    busy,
    error,
    control(action, event) {
      if (busy === null && (event === undefined || armed(event))) void send(action);
    },
  };
}
