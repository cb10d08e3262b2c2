import { hostname, uptime } from 'node:os';
import { createInstance } from '@hitl/server/config';
import { codeOf } from '../delta-folder/durable-file.ts';
import type { Metadata } from '../delta-folder/metadata.ts';
import type { OwnerState } from './plan.ts';

/**
 * Whether the process in a run's metadata exists. It counts as dead only if that can be checked,
 * which is not possible on another host or in another container. A reused process id is recognized
 * by the start time of the process, if the metadata has it. No process survives a restart of the
 * machine.
 */
export function ownerState({ owner, pid, host, updated_at }: Metadata): OwnerState {
  if (host !== hostname()) return 'elsewhere';
  const { liveness } = createInstance();
  const named = placeOf(owner, pid);
  // Anyone may write `pid`: if `owner` is about another process, it is ignored.
  if (owner === undefined || named === undefined) return exists(pid) ? 'alive' : 'gone';
  if (named === liveness.prefix) return liveness.isGone(owner) ? 'gone' : 'alive';
  return Date.parse(updated_at) < Date.now() - uptime() * 1000 ? 'gone' : 'elsewhere';
}

/** Where an owner's process ids mean what they meant: the part before the id. */
function placeOf(owner: string | undefined, pid: number): string | undefined {
  const at = owner?.indexOf(`/${pid}/`) ?? -1;
  return at === -1 ? undefined : owner?.slice(0, at + 1);
}

function exists(pid: number): boolean {
  if (pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it exists.
    return codeOf(error) !== 'ESRCH';
  }
}
