import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { JsonSchema, Tool, ToolOutput } from '../agents/tool.ts';
import { keepHead, type CapturedOutput } from './captured-output.ts';
import { childEnvironment } from './child-environment.ts';
import { cutText, firstBytes } from './cut-text.ts';
import { checkShell } from './check-shell.ts';
import { createLiveOutput } from './live-output.ts';
import { runProcess, type ProcessEnd } from './run-process.ts';
import { shownPath } from './workspace.ts';
import { settingsOf, type ToolSettings } from './tool-settings.ts';

/** Options of the shell tool. */
export interface BashToolOptions extends ToolSettings {
  /** The folder that commands run in. */
  readonly workspace: string;
  /** Maximum bytes of output for the model. Default 65,536. */
  readonly maxOutputBytes?: number;
  /**
   * Called at the first use if the rules for commands were not tested with the machine's shell.
   * Default: a warning of the process.
   */
  readonly onWarning?: (message: string) => void;
}

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 65_536;
/** Space for `… [cut: N bytes in all]`. */
const NOTICE_BYTES = 48;

const PARAMETERS: JsonSchema = {
  type: 'object',
  properties: {
    command: { type: 'string', minLength: 1, description: 'The command line, as bash reads it.' },
    description: { type: 'string', description: 'What it does, in a few words, for the person.' },
    timeout: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Milliseconds after which the command is ended.',
    },
  },
  required: ['command'],
  // An ignored argument (`cwd`, `env`) would mislead the person who approves.
  additionalProperties: false,
};

/**
 * Evaluates the text of descriptor 3, which the command itself does not inherit. As an argument,
 * the command with its secrets would be visible to everyone in the process list, and be limited to
 * 128 KiB. Fails without `cat`: a command that did not run must not look successful.
 */
const EVALUATE = 'eval "$(cat <&3 || echo exit $?)" 3<&-';

/**
 * A folder of the workspace may contain what git takes for a bare repository, with settings that name
 * programs: `cd folder && git status` would run them. With this, only a `.git` folder is a repository.
 */
const GIT_SETTINGS = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.bareRepository',
  GIT_CONFIG_VALUE_0: 'explicit',
};

/**
 * A tool that runs command lines with bash (or else sh) in the workspace, with a reduced
 * environment and no input. The content is the output of stdout followed by stderr; after a failure
 * it starts with a line such as `Exit code 1`. While a command runs, people see its last lines.
 */
export function createBashTool(options: BashToolOptions): Tool {
  const shell = findBash() ?? 'sh';
  const maxBytes = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
  const limitMs = options.timeoutMs ?? TIMEOUT_MS;
  const { onWarning = (message) => process.emitWarning(message, 'HitlWarning') } = options;
  let checked: Promise<void> | undefined;
  return {
    name: 'bash',
    description:
      'Runs a command line in the workspace and returns its output. It has no input to read, and its background processes end with it.',
    parameters: PARAMETERS,
    effects: 'at_most_once',
    requiresConsent: true,
    timeoutMs: limitMs,
    permission: { kind: 'command', arg: 'command', safeArgs: ['description', 'timeout'] },
    ...settingsOf(options),
    describeCall: ({ command }) => (typeof command === 'string' ? { command } : {}),
    lookUpCall: () => Promise.resolve({ folder: shownPath(options.workspace) }),
    async execute(args, context) {
      const { command, timeout } = args;
      if (typeof command !== 'string') throw new TypeError('command must be a string');
      // A shell drops NUL characters, so it would run another command than the approved one.
      if (command.includes('\0')) throw new TypeError('command must not contain a NUL character');
      await (checked ??= checkShell(shell, onWarning));
      const timeoutMs = typeof timeout === 'number' ? Math.min(timeout, limitMs) : limitMs;
      const stdout = keepHead(maxBytes);
      const stderr = keepHead(maxBytes);
      const live = createLiveOutput(context);
      const end = await runProcess({
        command: [shell, '-c', EVALUATE],
        fd3: command,
        cwd: options.workspace,
        env: { ...childEnvironment(context), ...GIT_SETTINGS },
        stdout: live.shown(stdout),
        stderr: live.shown(stderr),
        timeoutMs,
        signal: context.signal,
        confirm: context.confirm,
      }).finally(() => live.stop());
      if (end.stopped === 'abort' && !isTimeout(context.signal.reason)) {
        context.signal.throwIfAborted();
      }
      return outputOf(failureOf(end, timeoutMs), stdout, stderr, maxBytes, end.exitCode);
    },
  };
}

function findBash(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .map((folder) => join(folder, 'bash'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** A short description of the failure; `undefined` if there was none. */
function failureOf(end: ProcessEnd, timeoutMs: number): string | undefined {
  if (end.stopped !== undefined) return `Ended after ${timeoutMs} ms, its time limit`;
  if (end.signal !== null) return `Killed by ${end.signal}`;
  return end.exitCode === 0 ? undefined : `Exit code ${end.exitCode}`;
}

function outputOf(
  failure: string | undefined,
  stdout: CapturedOutput,
  stderr: CapturedOutput,
  maxBytes: number,
  exitCode: number | null,
): ToolOutput {
  const head = failure === undefined ? '' : `${failure}\n`;
  const total = Buffer.byteLength(head) + stdout.bytes + stderr.bytes;
  // Space is reserved for errors, which come last, so that a long stdout does not displace them.
  const spare = Math.max(0, maxBytes - Buffer.byteLength(head) - NOTICE_BYTES);
  const share = total <= maxBytes ? 0 : Math.min(stderr.bytes, spare / 4);
  const out = firstBytes(stdout.text(), total <= maxBytes ? maxBytes : spare - share);
  const between = out === '' || out.endsWith('\n') || stderr.bytes === 0 ? '' : '\n';
  const body = `${head}${out}${between}${stderr.text()}`;
  const content = cutText(body === '' ? '(no output)' : body, maxBytes, total);
  return {
    content,
    output: { exit_code: exitCode },
    ...(failure !== undefined && { isSuccess: false, error: failure }),
  };
}
