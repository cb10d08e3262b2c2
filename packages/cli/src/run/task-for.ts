import type { Run } from '@hitl/protocol';
import type { AgentFile } from '@hitl/server/config';
import { UsageError } from '../process/usage-error.ts';
import type { Begun, Invocation } from './execute-run.ts';
import type { Metadata } from '../delta-folder/metadata.ts';
import { runPaths, type DeltaPaths } from '../delta-folder/paths.ts';

/**
 * What a run begins with; `undefined` for one that goes on.
 *
 * @throws UsageError for a run that this configuration, or anybody, cannot go on with
 */
export function taskFor(
  { file, paths }: Pick<Invocation, 'file' | 'paths'>,
  { metadata, task }: Begun,
  run: Run | null,
): string | undefined {
  if (run === null) return task ?? taskOfUnbegun(file, paths, metadata);
  if (run.agent_id === file.agent) return undefined;
  throw new UsageError(
    `The run ${run.id} is one of the agent "${run.agent_id}", and the configuration is about "${file.agent}". Give it its name back, or remove ${paths.latest} to begin a new run.`,
  );
}

/** A process may die between making a run and writing its first line: then the run begins now. */
function taskOfUnbegun(
  { task }: AgentFile,
  paths: DeltaPaths,
  { run_id, status, iterations }: Metadata,
): string {
  if (status !== 'RUNNING' || iterations > 0) {
    throw new UsageError(
      `The journal of the run ${run_id} is gone from ${runPaths(paths, run_id).execution}. Put it back, or remove ${paths.latest} to begin a new run.`,
    );
  }
  if (task !== undefined) return task;
  throw new UsageError(
    `The run ${run_id} ended before it began. Begin a new one with -m MESSAGE, without --recover.`,
  );
}
