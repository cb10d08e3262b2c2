import type { AgentFile } from '@hitl/server/config';
import type { Metadata } from '../delta-folder/metadata.ts';
import type { DeltaPaths } from '../delta-folder/paths.ts';
import type { CliIo } from '../process/io.ts';
import type { Reporter } from './report.ts';

/** The flags of `delta run`, as they were typed. */
export interface RunFlags {
  readonly interactive?: boolean;
  readonly message?: string;
  readonly config: string;
  readonly format: 'text' | 'json';
  readonly recover?: boolean;
}

/** What a `delta run` is made of. The directory's lock is held. */
export interface Invocation {
  readonly flags: RunFlags;
  readonly io: CliIo;
  readonly directory: string;
  readonly paths: DeltaPaths;
  readonly file: AgentFile;
  readonly reporter: Reporter;
}

/** A run to start, which has a task, or to resume. */
export interface RunTarget {
  readonly metadata: Metadata;
  readonly task?: string;
}
