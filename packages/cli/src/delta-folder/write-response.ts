import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from '@hitl/server/sqlite';
import type { Step } from '../questions/steps.ts';
import { createDurably, removeUnfinished, writeDurably } from './durable-file.ts';
import { readRequest, checkMailbox } from './mailbox-files.ts';
import type { DeltaPaths } from './paths.ts';
import { QUIET_MS, readResponse } from './response-file.ts';

/**
 * Outcome of writing an answer. `not_asked`: the mailbox asks something else now, or nothing.
 * `answered`: there is an answer already. `busy`: a `delta run` is active there.
 */
export type Written = 'written' | 'not_asked' | 'answered' | 'busy';

/** Whether a step in a mailbox has an answer; an `unfit` one may be replaced. */
export async function currentAnswer(
  { response }: DeltaPaths,
  step: Step,
): Promise<'none' | 'unfit' | 'fit'> {
  const file = await readResponse(response, (milliseconds) => sleep(milliseconds));
  if (file.kind !== 'text') return file.kind;
  return step.read(file.text).ok ? 'fit' : 'unfit';
}

/**
 * Writes the answer to a step to `response.txt`: atomically, readable only by its owner, and only
 * while the mailbox asks exactly that and has no other valid answer. `text` is the content of the
 * file. Its modification time is set back, so that `delta run` reads it without waiting.
 */
export async function writeResponse(paths: DeltaPaths, step: Step, text: string): Promise<Written> {
  checkMailbox(paths);
  const standing = await currentAnswer(paths, step);
  if (standing === 'fit') return 'answered';
  // A process that reads answers holds the lock, so the question cannot change between check and
  // write.
  const lock = tryLock(paths.lock);
  if (lock === null) return 'busy';
  try {
    if (readRequest(paths)?.request_id !== step.requestId) return 'not_asked';
    removeUnfinished(paths.interaction);
    if (standing === 'none')
      return createDurably(paths.response, text, QUIET_MS) ? 'written' : 'answered';
    writeDurably(paths.response, text, QUIET_MS);
    return 'written';
  } finally {
    lock.release();
  }
}
