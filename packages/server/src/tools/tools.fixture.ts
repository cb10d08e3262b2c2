import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { QuestionRaised, type ToolContext } from '../agents/tool.ts';

/** The context that the runner passes to a tool, without any answers. */
export function toolContext(overrides: Partial<ToolContext> = {}): ToolContext {
  return {
    runId: 'run_1',
    sessionId: 'session_1',
    toolCallId: 'call_1',
    userId: null,
    idempotencyKey: 'key_1',
    attempt: 1,
    signal: new AbortController().signal,
    answers: [],
    secretAnswers: [],
    ask(key, question) {
      throw new QuestionRaised(question, key);
    },
    progress: () => undefined,
    ...overrides,
  };
}

/** A temporary folder for one test, without links in its path; deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hitl-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a named pipe. */
export async function makePipe(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', [path]);
}

/**
 * Creates the named pipe `ready` in the folder. Resolves with a function that waits for what a
 * process writes to the pipe, until the process closes it.
 */
export async function readyPipe(folder: string): Promise<() => Promise<string>> {
  const path = join(folder, 'ready');
  await makePipe(path);
  return () => readFile(path, 'utf8');
}
