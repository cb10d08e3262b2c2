import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { DEFAULT_TENANT, type Caller } from '@hitl/server';
import { createInstance, type AgentFile } from '@hitl/server/config';
import { createAnsweredParts } from './answered-parts.ts';
import { runAnswerLoop, type LoopEnd } from './answer-loop.ts';
import { createMailbox } from './mailbox.ts';
import { checkMailbox, clearMailbox, readRequest } from '../delta-folder/mailbox-files.ts';
import { checkLatest, writeLatest, type DeltaStatus } from '../delta-folder/metadata.ts';
import { openRun, type OpenRun } from './open-run.ts';
import { runPaths, type DeltaPaths } from '../delta-folder/paths.ts';
import { firstSignal, type EndSignal } from '../process/signals.ts';
import { createProgressLines, progressOf } from './progress.ts';
import type { Reporter } from './report.ts';
import type { Invocation, RunTarget } from './invocation.ts';
import { createStatusFile, type StatusFile } from './status.ts';
import { taskFor } from './task-for.ts';
import { isSettled, watchRun, type WatchOptions } from './watch.ts';

/** Executes a run as far as possible, and resolves to the exit code. */
export async function executeRun(invocation: Invocation, target: RunTarget): Promise<number> {
  const { io, paths, reporter } = invocation;
  const { run_id: runId } = target.metadata;
  const stop = new AbortController();
  // Later signals are ignored: recording the interruption and stopping the tools takes a few seconds
  // at most, and stopping halfway could lose the run or leave a tool running unnoticed.
  const signals = firstSignal(io, ['SIGINT', 'SIGTERM', 'SIGHUP'], 'ignored');
  let signalled: EndSignal | undefined;
  const stopAtSignal = async (): Promise<void> => {
    signalled = await signals.signal;
    stop.abort(new Error(signalled));
  };
  void stopAtSignal();
  const status = createStatusFile(paths, target.metadata, createInstance().owner);
  let task: string | undefined;
  try {
    // First, because it checks that everything the run needs is available.
    const open = await openRun({
      ...invocation,
      runId,
      env: io.env,
      check(run) {
        task = taskFor(invocation, target, run);
      },
      warn: (message) => reporter.note(message),
      onBroken: (error) => stop.abort(error),
    });
    try {
      if (task !== undefined) await start(invocation, open, status, task);
      const end = await continueRun(invocation, open, status, stop.signal);
      // Not stopped by a signal: the journal can no longer be written.
      if (end === 'stopped' && signalled === undefined) throw stop.signal.reason;
      const run = await findRun(open, runId);
      return await finish(invocation, open, status, run, end, signalled);
    } catch (error) {
      if (!status.interrupt()) {
        reporter.note(
          `The run ${runId} is still marked RUNNING: 'delta run --recover' resumes it.`,
        );
      }
      throw error;
    } finally {
      await open.hitl.close(0);
    }
  } catch (error) {
    reporter.failed(status.metadata, error);
    throw error;
  } finally {
    signals.release();
  }
}

function callerOf({ config, agent }: AgentFile): Caller {
  const own = config.agents.find(({ component }) => component.name === agent);
  return {
    tenantId: DEFAULT_TENANT,
    userId: own?.component.user_id ?? null,
    reviewer: true,
    anyUser: false,
  };
}

async function start(
  { paths, file }: Invocation,
  { hitl, key }: OpenRun,
  status: StatusFile,
  task: string,
): Promise<void> {
  const { run_id: runId } = status.metadata;
  checkLatest(paths);
  checkMailbox(paths);
  status.set('RUNNING');
  try {
    writeLatest(paths, runId);
    // Remove what the previous run left: this run has no question yet.
    clearMailbox(paths);
    const input = { agent_id: file.agent, input: task, session_id: key.sessionId };
    const started = await hitl.engine.createRun(callerOf(file), input, { runId });
    if (!started.ok) throw new HitlError(started.problem.code, started.problem.detail);
  } catch (error) {
    // There is nothing to resume.
    status.set('FAILED');
    throw error;
  }
}

async function findRun({ store, key }: OpenRun, runId: string): Promise<Run> {
  const found = await store.findRun(key.tenantId, runId);
  if (found === null) throw new Error(`The journal of the run ${runId} contains no run.`);
  return found.run;
}

async function continueRun(
  { flags, io, paths, file, reporter }: Invocation,
  open: OpenRun,
  status: StatusFile,
  signal: AbortSignal,
): Promise<LoopEnd> {
  const { run_id: runId } = status.metadata;
  const run = await findRun(open, runId);
  const watch = await watchRun({
    ...open,
    runId,
    ...createEventListeners(reporter, status, runId),
  });
  const parts = createAnsweredParts(runPaths(paths, runId), open.vault, open.key);
  const mailbox = createMailbox({
    paths,
    parts,
    warn: (message) => reporter.note(message),
    wait: (milliseconds) => sleep(milliseconds),
  });
  // An answer from just before a crash may still be there.
  if (run.pending_interaction_ids.length === 0) clearMailbox(paths);
  const interactive = flags.interactive === true;
  if (interactive || !isSettled(run)) status.set('RUNNING');
  const asker = interactive
    ? // Only who is asked here needs prompts.
      (await import('./terminal.ts')).createTerminal({ io, paths, mailbox, parts })
    : mailbox;
  try {
    return await runAnswerLoop({
      engine: open.hitl.engine,
      caller: callerOf(file),
      watch,
      asker,
      signal,
      onAnswered: () => status.set('RUNNING'),
      warn: (message) => reporter.note(message),
    });
  } finally {
    asker.close();
    watch.close();
  }
}

/** Counts the model's responses and reports progress. */
function createEventListeners(
  reporter: Reporter,
  status: StatusFile,
  runId: string,
): Pick<WatchOptions, 'onEvent' | 'onProgress'> {
  let iterations = 0;
  const tools = createProgressLines();
  const note = (line: string | null): void => {
    if (line !== null) reporter.note(line);
  };
  return {
    onEvent(event, isNew) {
      if (event.type === 'step_completed' && event.run_id === runId) {
        if (event.data.step.role === 'assistant') iterations += 1;
        status.iterated(iterations);
      }
      tools.add(event);
      if (isNew) note(progressOf(event));
    },
    onProgress: (progress) => note(tools.lineOf(progress)),
  };
}

const EXIT: Readonly<Record<Exclude<DeltaStatus, 'RUNNING' | 'INTERRUPTED'>, number>> = {
  COMPLETED: 0,
  FAILED: 1,
  WAITING_FOR_INPUT: 101,
};
const SIGNAL_EXIT: Readonly<Record<EndSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};
/** The input ended before a question was answered. */
const INPUT_ENDED_EXIT = 1;

async function finish(
  { paths, reporter }: Invocation,
  { vault, key }: OpenRun,
  status: StatusFile,
  run: Run,
  end: LoopEnd,
  signalled: EndSignal | undefined,
): Promise<number> {
  const reached = statusAt(run, end, paths);
  // Before the final status is written: afterwards no process would do this.
  if (reached === 'COMPLETED' || reached === 'FAILED') await vault.remove(key);
  status.set(reached);
  const interaction = reached === 'WAITING_FOR_INPUT' ? readRequest(paths) : null;
  const { id: run_id, response, error } = run;
  reporter.report({ run_id, status: reached, response, error, interaction }, paths.response);
  if (reached === 'WAITING_FOR_INPUT' && signalled !== undefined) {
    reporter.note('Interrupted before the answer was read. Run it again once it is answered.');
    return SIGNAL_EXIT[signalled];
  }
  if (reached !== 'INTERRUPTED') return EXIT[reached];
  reporter.note(
    end === 'input_ended'
      ? 'The input ended before the question was answered. Run it again to be asked once more.'
      : 'Interrupted. Run it again to continue.',
  );
  return signalled === undefined ? INPUT_ENDED_EXIT : SIGNAL_EXIT[signalled];
}

/** The status of a run that has ended does not depend on why this process stops. */
function statusAt(
  { status, pending_interaction_ids: pending }: Run,
  end: LoopEnd,
  paths: DeltaPaths,
): Exclude<DeltaStatus, 'RUNNING'> {
  if (status === 'completed') return 'COMPLETED';
  if (status === 'failed' || status === 'aborted') return 'FAILED';
  // After a signal before the answer was read, the question in the mailbox can still be answered.
  const asksAsBefore = end === 'stopped' && pending.length > 0 && readRequest(paths) !== null;
  return end === 'waiting' || asksAsBefore ? 'WAITING_FOR_INPUT' : 'INTERRUPTED';
}
