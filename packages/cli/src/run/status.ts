import { hostname } from 'node:os';
import { formatTime } from '@hitl/protocol/fold';
import { writeMetadata, type DeltaStatus, type Metadata } from '../delta-folder/metadata.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';

/** Keeps `metadata.json` of a run up to date. */
export interface StatusFile {
  readonly metadata: Metadata;
  /** Writes the state of the run and that this process runs it, unless the file says so already. */
  set(status: DeltaStatus): void;
  /**
   * Writes INTERRUPTED if this process has written RUNNING, so that the run can be resumed. `false`
   * if that failed; the state then remains RUNNING.
   */
  interrupt(): boolean;
  /** Sets the number of model responses; written immediately while running, else with the next status. */
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
      // Unchanged: save a write to the disk.
      if (!written || metadata.status !== status) write({ status });
    },
    interrupt() {
      try {
        if (written && metadata.status === 'RUNNING') write({ status: 'INTERRUPTED' });
        return true;
      } catch {
        // The disk error that stopped the run may prevent this write too.
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
