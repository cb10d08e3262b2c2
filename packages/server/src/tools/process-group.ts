import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../base/code-of.ts';

const POLL_MS = 20;
/** Time to wait after SIGKILL, which can only be delayed by the kernel. */
const AFTER_KILL_MS = 500;

/**
 * Ends every process of a group: SIGTERM, then after `graceMs` SIGKILL for those that remain.
 * Resolves when all have ended.
 */
export async function endProcessGroup(group: number, graceMs: number): Promise<void> {
  signalGroup(group, 'SIGTERM');
  // A stopped process handles SIGTERM only after it is continued.
  signalGroup(group, 'SIGCONT');
  if (await isGone(group, graceMs)) return;
  signalGroup(group, 'SIGKILL');
  await isGone(group, AFTER_KILL_MS);
}

async function isGone(group: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (await isGroupAlive(group)) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Whether a process of the group is still running; zombies do not count. */
export async function isGroupAlive(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false;
  return process.platform === 'linux' ? hasLivingMember(group) : true;
}

/** Sends a signal to a group; `false` if it has no processes. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // EPERM: it runs as another user (sudo), so it cannot be ended from here.
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * In a container without an init process, ended orphans stay zombies forever and still accept
 * signals, so `kill` reports the group as alive.
 */
async function hasLivingMember(group: number): Promise<boolean> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const members = await Promise.all(ids.map((id) => isLivingMember(id, group)));
  return members.includes(true);
}

async function isLivingMember(id: string, group: number): Promise<boolean> {
  const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // `id (name) state parent group …`, where the name may contain spaces and parentheses.
  const [state, , ownGroup] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return ownGroup === String(group) && state !== 'Z' && state !== 'X';
}
