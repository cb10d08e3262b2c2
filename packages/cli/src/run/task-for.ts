import type { Run } from '@hitl/protocol';
import type { AgentFile } from '@hitl/server/config';
import { UsageError } from '../process/usage-error.ts';
import type { Invocation, RunTarget } from './invocation.ts';
import type { Metadata } from '../delta-folder/metadata.ts';
import { runPaths, type DeltaPaths } from '../delta-folder/paths.ts';

/**
 * The task of a run to start; `undefined` for one to resume.
 * @throws UsageError for a run that cannot be resumed, or not with this configuration
 */
export function taskFor(
  { file, paths }: Pick<Invocation, 'file' | 'paths'>,
  { metadata, task }: RunTarget,
  run: Run | null,
): string | undefined {
  if (run === null) return task ?? taskOfUnstarted(file, paths, metadata);
  if (run.agent_id === file.agent) return undefined;
  throw new UsageError(
    `The run ${run.id} belongs to the agent "${run.agent_id}", and the configuration defines "${file.agent}". Restore that name, or remove ${paths.latest} to start a new run.`,
  );
}

/** A process may crash between creating a run and writing its first line; then the run starts now. */
function taskOfUnstarted(
  { task }: AgentFile,
  paths: DeltaPaths,
  { run_id, status, iterations }: Metadata,
): string {
  if (status !== 'RUNNING' || iterations > 0) {
    throw new UsageError(
      `The journal of the run ${run_id} is missing from ${runPaths(paths, run_id).execution}. Restore it, or remove ${paths.latest} to start a new run.`,
    );
  }
  if (task !== undefined) return task;
  throw new UsageError(
    `The run ${run_id} ended before it started. Start a new one with -m MESSAGE, without --recover.`,
  );
}
