import { hostname } from 'node:os';
import { formatTime } from '@hitl/protocol/fold';
import { writeMetadata, type DeltaStatus, type Metadata } from '../delta-folder/metadata.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';

/** Keeps a run's `metadata.json` true. */
export interface StatusFile {
  readonly metadata: Metadata;
  /** Writes the state of the run, and that this process runs it, where that is not what it says. */
  set(status: DeltaStatus): void;
  /**
   * INTERRUPTED, where this process has said RUNNING: nothing died, and the run can go on. `false`: it
   * cannot be written, and stays RUNNING.
   */
  interrupt(): boolean;
  /** The model has answered this often; written along with the next status, and while running. */
  iterated(iterations: number): void;
}

export function createStatusFile(paths: DeltaPaths, initial: Metadata, owner: string): StatusFile {
  let metadata = initial;
  let written = false;

  function write(change: Partial<Metadata>): void {
    const next = {
      ...metadata,
      ...change,
      updated_at: formatTime(Date.now()),
      pid: process.pid,
      host: hostname(),
      owner,
    };
    writeMetadata(paths, next);
    metadata = next;
    written = true;
  }

  return {
    get metadata() {
      return metadata;
    },
    set(status) {
      // It says so already: to write it again would be one more trip to the disk.
      if (!written || metadata.status !== status) write({ status });
    },
    interrupt() {
      try {
        if (written && metadata.status === 'RUNNING') write({ status: 'INTERRUPTED' });
        return true;
      } catch {
        // The disk that stopped the run may not take this either.
        return false;
      }
    },
    iterated(iterations) {
      if (iterations <= metadata.iterations) return;
      if (metadata.status === 'RUNNING') write({ iterations });
      else metadata = { ...metadata, iterations };
    },
  };
}
