import { HitlError } from '@hitl/protocol/endpoints';
import type { Command } from '../machine/commands.ts';
import {
  LEASE_MS,
  type Commands,
  type DecidedCommands,
  type SessionLog,
  type Transacted,
} from '../log/session-log.ts';
import type { SessionKey } from '../store/store.ts';
import { wait } from '../base/wait.ts';

const PATIENCE_MS = LEASE_MS / 2;

/**
 * Appends the outcome of an effect. Retries while the store is unavailable, since otherwise the
 * outcome of the call would be unknown. What is permanent, a damaged journal or a commit that is too
 * large, fails immediately.
 */
export async function persist(
  log: SessionLog,
  key: SessionKey,
  make: Command | (() => Promise<Commands | DecidedCommands>),
): Promise<Transacted> {
  // The machine's clock may jump.
  const begun = performance.now();
  for (let delay = 50; ; delay = Math.min(delay * 2, 2000)) {
    try {
      return await log.transact(key, typeof make === 'function' ? await make() : make);
    } catch (error) {
      if (isPermanent(error) || performance.now() - begun > PATIENCE_MS) throw error;
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
