import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { Liveness } from '../engine/options.ts';
import { codeOf } from '../base/code-of.ts';

/** This process as an owner of runs, with detection of owners that are gone. */
export interface Instance {
  /** Globally unique. */
  readonly owner: string;
  readonly liveness: Liveness;
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/**
 * When a process started, in ticks since the machine started; empty if unknown. Process ids are
 * reused, but not together with the same start. `ended` if its parent has not noticed its end yet,
 * which in a container without an init process is never.
 */
function startOf(pid: number): string {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program, in parentheses, may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
}

/**
 * The scope in which process ids are comparable: this machine since its start, seen from this
 * container.
 */
function place(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = attempt(() => readlinkSync('/proc/self/ns/pid'));
  const machine = boot === '' ? hardwareAddress() : boot;
  return `${[hostname(), machine, namespace].join('~')}/`;
}

/** Distinguishes machines that have the same name and share a database. */
function hardwareAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outward = all.filter(({ internal }) => !internal).map(({ mac }) => mac);
  return outward.toSorted()[0] ?? '';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it exists.
    return codeOf(error) !== 'ESRCH';
  }
}

/** Identifies this process, so that after a crash its successor need not wait for the end of a lease. */
export function createInstance(): Instance {
  const prefix = place();
  const owner = `${prefix}${process.pid}/${startOf(process.pid)}/${randomUUID()}`;
  return {
    owner,
    liveness: {
      prefix,
      isGone(other) {
        const [pid, start] = other.slice(prefix.length).split('/');
        const id = Number(pid);
        if (!Number.isSafeInteger(id) || id < 1) return false;
        return !exists(id) || startOf(id) !== start;
      },
    },
  };
}
