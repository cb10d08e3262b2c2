import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatTime } from '@hitl/protocol/fold';
import { DEFAULT_TENANT } from '@hitl/server';
import { keyVariablesOf, loadAgentFile } from '@hitl/server/config';
import { createFileVault } from '@hitl/server/journal';
import { tryLock } from '@hitl/server/sqlite';
import { hideNamedKeys } from '../process/environment.ts';
import type { CliIo } from '../process/io.ts';
import { ignoreClosedOutput } from '../process/process-io.ts';
import { UsageError } from '../process/usage-error.ts';
import { executeRun } from './execute-run.ts';
import type { RunFlags } from './invocation.ts';
import { readLatest, type Metadata } from '../delta-folder/metadata.ts';
import { ownerState } from './owner-state.ts';
import { deltaPaths, runPaths, type DeltaPaths } from '../delta-folder/paths.ts';
import { planRun } from './plan.ts';
import { createReporter, type Reporter } from './report.ts';
import { messageOf } from '../process/message-of.ts';

/**
 * Runs an agent in the working directory until it completes, fails, needs a person who is absent,
 * or gets a signal; resolves to the exit code. Refuses before anything is created.
 * @throws HitlError `usage`, `invalid_config`, `journal_damaged`
 */
export async function runAgent(flags: RunFlags, io: CliIo): Promise<number> {
  ignoreClosedOutput(io);
  const reporter = createReporter(flags.format, io);
  try {
    return await runHere(flags, io, reporter);
  } catch (error) {
    reporter.failed(null, error);
    throw error;
  }
}

async function runHere(flags: RunFlags, io: CliIo, reporter: Reporter): Promise<number> {
  const { message } = flags;
  if (message?.trim() === '') throw new UsageError('-m: the message is empty. Say what to do.');
  const directory = process.cwd();
  const paths = deltaPaths(directory);
  if (flags.config === DEFAULT_CONFIG && !existsSync(flags.config))
    throw new UsageError(missingConfig(directory));
  const file = await loadAgentFile(resolve(flags.config), io.env);
  hideNamedKeys(io, keyVariablesOf(file.config));
  const nothingToDo = message === undefined && file.task === undefined;
  if (nothingToDo && readLatest(paths).kind === 'none') throw new UsageError(NO_TASK);
  const lock = await acquireLock(paths);
  if (lock === null) throw new UsageError(busyMessage(paths));
  try {
    const plan = planRun(readLatest(paths), flags.recover ?? false, ownerState);
    const invocation = { flags, io, directory, paths, file, reporter };
    if (plan.kind === 'refuse') throw new UsageError(plan.reason);
    if (plan.kind === 'resume') {
      if (message !== undefined) {
        throw new UsageError(
          `-m: the run ${plan.metadata.run_id} is resumed first, and already has a task. Omit -m.`,
        );
      }
      return await executeRun(invocation, { metadata: plan.metadata });
    }
    const task = message ?? file.task;
    if (task === undefined) {
      throw new UsageError(
        plan.left === undefined
          ? NO_TASK
          : `The run ${plan.left.run_id} was running when its process ended: 'delta run --recover' resumes it. For a new run, give a task with -m MESSAGE.`,
      );
    }
    if (plan.warning !== undefined) reporter.note(plan.warning);
    if (plan.left !== undefined) await removeSecrets(paths, plan.left);
    return await executeRun(invocation, { task, metadata: newRun() });
  } finally {
    lock.release();
  }
}

/** Half a second in total: writing an answer holds the lock only for a moment. */
const TRIES = 20;
const PAUSE_MS = 25;

/**
 * Takes the lock if it is free or will be in a moment; `null` if another process keeps it.
 * @throws UsageError if `.delta` cannot be used
 */
async function acquireLock(paths: DeltaPaths): Promise<ReturnType<typeof tryLock>> {
  try {
    for (let tries = 1; ; tries += 1) {
      const lock = tryLock(paths.lock);
      if (lock !== null || tries === TRIES) return lock;
      await sleep(PAUSE_MS);
    }
  } catch (error) {
    throw new UsageError(`${paths.lock} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** An abandoned run is never resumed, so its secrets are no longer needed. */
async function removeSecrets(paths: DeltaPaths, { run_id: sessionId }: Metadata): Promise<void> {
  const vault = createFileVault({ file: (id) => runPaths(paths, id).secrets });
  await vault.remove({ tenantId: DEFAULT_TENANT, sessionId });
}

const DEFAULT_CONFIG = 'config.yaml';

function missingConfig(directory: string): string {
  return `There is no ${DEFAULT_CONFIG} in ${directory}. It defines the agent: 'delta run --help' shows an example. --config names another file.`;
}

const NO_TASK = 'There is no task. Give one with -m MESSAGE, or as task: in the configuration.';

function newRun() {
  const now = formatTime(Date.now());
  return {
    run_id: crypto.randomUUID(),
    status: 'RUNNING' as const,
    created_at: now,
    updated_at: now,
    pid: process.pid,
    host: hostname(),
    iterations: 0,
  };
}

function busyMessage(paths: DeltaPaths): string {
  const latest = readLatest(paths);
  const who = latest.kind === 'found' ? ` (process ${latest.metadata.pid})` : '';
  return `Another delta run is running in this directory${who}. Wait for it, or stop it.`;
}
