import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { deltaProgram } from './bundle.fixture.ts';
import { folderWith, startProcess, type Ended, type RunningProcess } from './process.fixture.ts';
import type { MailboxRequest } from '../src/delta-folder/mailbox-files.ts';
import type { Metadata } from '../src/delta-folder/metadata.ts';
import { deltaPaths, runPaths } from '../src/delta-folder/paths.ts';

/** A line of `journal.jsonl`. */
export interface JournalLine {
  readonly seq: number;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One response of the scripted model. */
export interface Turn {
  readonly text?: string;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
  readonly delay_ms?: number;
  readonly error?: string;
}

/** Options of a process. */
export interface StartOptions {
  readonly env?: Record<string, string>;
  /** Piped into stdin, which then ends; `null`: stdin stays open. Default: empty. */
  readonly input?: string | null;
  /** Its stdout and stderr are not read. */
  readonly unread?: boolean;
  /** Node's own flags. */
  readonly node?: readonly string[];
}

/** A working directory with an agent in it. */
export interface AgentFolder {
  readonly path: string;
  readonly paths: ReturnType<typeof deltaPaths>;
  /** `delta ARGS…` to its end. */
  delta(args: readonly string[], options?: StartOptions): Promise<Ended>;
  /** `delta ARGS…` while it runs. */
  start(args: readonly string[], options?: StartOptions): RunningProcess;
  /**
   * Writes a complete `response.txt` with a modification time one minute ago: a newer file is read
   * only after a second without changes, as tested in `response-file.test.ts`.
   */
  answer(text: string | Uint8Array): Promise<void>;
  request(): MailboxRequest | null;
  /** Metadata of the newest run. */
  metadata(): Metadata;
  journal(): readonly JournalLine[];
  results(): readonly JournalLine['payload'][];
  file(name: string): string;
  /** A new directory in the same state. No process may be running in this one. */
  copy(): Promise<AgentFolder>;
}

/** Creates a directory with a `config.yaml`: a scripted model, and the rest of `config`. */
export async function agentFolder(
  turns: readonly Turn[],
  config: Readonly<Record<string, unknown>> = {},
): Promise<AgentFolder> {
  const path = await folderWith({
    'config.yaml': stringify({
      name: 'agent',
      model: { provider: 'scripted', turns },
      tools: ['ask_human', 'bash'],
      task: 'Do it',
      ...config,
    }),
  });
  return agentIn(path);
}

function agentIn(path: string): AgentFolder {
  const paths = deltaPaths(path);
  const start: AgentFolder['start'] = (
    args,
    { env = {}, input = '', node = [], unread = false } = {},
  ) =>
    startProcess([...node, deltaProgram, ...args], {
      cwd: path,
      env,
      unread,
      ...(input !== null && { input }),
    });
  const journal = (): JournalLine[] =>
    readFileSync(join(runPaths(paths, 'LATEST').execution, 'journal.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalLine);
  return {
    path,
    paths,
    start,
    delta: (args, options) => start(args, options).ended,
    async answer(text) {
      await mkdir(paths.interaction, { recursive: true });
      await writeFile(paths.response, text);
      const minuteAgo = new Date(Date.now() - 60_000);
      await utimes(paths.response, minuteAgo, minuteAgo);
    },
    request: () =>
      existsSync(paths.request)
        ? (JSON.parse(readFileSync(paths.request, 'utf8')) as MailboxRequest)
        : null,
    metadata: () =>
      JSON.parse(readFileSync(runPaths(paths, 'LATEST').metadata, 'utf8')) as Metadata,
    journal,
    results: () =>
      journal().flatMap(({ type, payload }) => (type === 'ACTION_RESULT' ? [payload] : [])),
    file: (name) => readFileSync(join(path, name), 'utf8'),
    async copy() {
      const other = await folderWith({});
      // Times decide whether an answer is complete, and links lead to the newest run.
      await cp(path, other, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      return agentIn(other);
    },
  };
}

/** A call of `ask_human`. */
export function ask(prompt: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    tool_calls: [
      { id: `ask_${prompt.replaceAll(/\W+/g, '_')}`, name: 'ask_human', args: { prompt, ...more } },
    ],
  };
}

/** A call of `bash`. */
export function bash(command: string, id = 'bash_1') {
  return { tool_calls: [{ id, name: 'bash', args: { command } }] };
}

/** The text of a file; empty if it does not exist. */
export async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
