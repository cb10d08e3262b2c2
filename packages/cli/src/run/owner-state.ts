import { hostname, uptime } from 'node:os';
import { createInstance } from '@hitl/server/config';
import { codeOf } from '../delta-folder/durable-file.ts';
import type { Metadata } from '../delta-folder/metadata.ts';
import type { OwnerState } from './plan.ts';

/**
 * Whether the process of a run's metadata exists. It counts as dead only if that can be checked,
 * which is impossible on another host or in another container. A reused process id is detected by
 * the start time of the process, if the metadata has it. No process survives a restart of the
 * machine.
 */
export function ownerState({ owner, pid, host, updated_at }: Metadata): OwnerState {
  if (host !== hostname()) return 'elsewhere';
  const { liveness } = createInstance();
  const named = placeOf(owner, pid);
  // Anyone can write `pid`: if `owner` names another process, it is ignored.
  if (owner === undefined || named === undefined) return exists(pid) ? 'alive' : 'gone';
  if (named === liveness.prefix) return liveness.isGone(owner) ? 'gone' : 'alive';
  return Date.parse(updated_at) < Date.now() - uptime() * 1000 ? 'gone' : 'elsewhere';
}

/** The namespace of an owner's process id: the part before the id. */
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
    // A process of another user cannot be signalled, but it exists.
    return codeOf(error) !== 'ESRCH';
  }
}
