import { HitlError } from '@hitl/protocol/endpoints';
import type { Command } from '../machine/commands.ts';
import type { Commands, DecidedCommands, Transacted } from '../log/session-log.ts';
import type { RunHandle } from './run-handle.ts';
import type { RunnerParts } from './parts.ts';
import { wait } from '../base/wait.ts';

const PATIENCE_MS = 5 * 60_000;

/**
 * Appends the outcome of an effect. Retries while the store is unavailable and the run may still be
 * this instance's, since otherwise the outcome of the call would be unknown. What is permanent, a
 * damaged journal or a commit that is too large, fails immediately.
 */
export async function persist(
  { log, onError }: Pick<RunnerParts, 'log' | 'onError'>,
  { key, signal }: Pick<RunHandle, 'key' | 'signal'>,
  make: Command | (() => Promise<Commands | DecidedCommands>),
): Promise<Transacted> {
  // The machine's clock may jump.
  const begun = performance.now();
  for (let delay = 50; ; delay = Math.min(delay * 2, 2000)) {
    try {
      return await log.transact(key, typeof make === 'function' ? await make() : make);
    } catch (error) {
      const isLate = performance.now() - begun > PATIENCE_MS;
      if (isPermanent(error) || isLate || signal.aborted) throw error;
      if (delay === 50) onError(error);
      await wait(delay);
    }
  }
}

function isPermanent(error: unknown): boolean {
  return isTooLarge(error) || (HitlError.isInstance(error) && error.code === 'journal_damaged');
}

/** Whether the store takes no commit of that size: nothing was written, and a smaller one may be. */
export function isTooLarge(error: unknown): error is HitlError {
  return HitlError.isInstance(error) && error.code === 'commit_too_large';
}
