import type { AgentFile } from '@hitl/server/config';
import type { Metadata } from '../delta-folder/metadata.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';
import type { CliIo } from '../process/io.ts';
import type { Reporter } from './report.ts';

/** Flags of `delta run`, as typed. */
export interface RunFlags {
  readonly interactive?: boolean;
  readonly message?: string;
  readonly config: string;
  readonly format: 'text' | 'json';
  readonly recover?: boolean;
}

/** The parts of one `delta run`, which holds the lock of its directory. */
export interface Invocation {
  readonly flags: RunFlags;
  readonly io: CliIo;
  readonly directory: string;
  readonly paths: DeltaPaths;
  readonly file: AgentFile;
  readonly reporter: Reporter;
}

/** The run to start, with a task, or to resume. */
export interface RunTarget {
  readonly metadata: Metadata;
  readonly task?: string;
}
