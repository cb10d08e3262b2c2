import type { InteractionResponse, Question } from '@hitl/protocol';
import {
  QuestionRaised,
  type JsonSchema,
  type PermissionSubject,
  type Tool,
  type ToolContext,
  type ToolEffects,
} from '../agents/tool.ts';
import { keepHead, keepTail, type CapturedOutput } from './captured-output.ts';
import { childEnvironment } from './child-environment.ts';
import { cutText } from './cut-text.ts';
import { defineTool } from '../agents/define-tool.ts';
import { takeProgressLines } from './progress-lines.ts';
import { readQuestion } from './question.ts';
import { runProcess } from './run-process.ts';
import { settingsOf, type ToolSettings } from './tool-settings.ts';
import { messageOf } from '../base/message-of.ts';

/** A tool that is a program. */
export interface CommandToolOptions extends ToolSettings {
  readonly name: string;
  /** Program and arguments; no shell reads them. A relative path begins at the workspace. */
  readonly command: readonly [string, ...string[]];
  readonly parameters: JsonSchema;
  /** The folder that the program runs in. */
  readonly workspace: string;
  /** Names of variables of the server that it gets besides the usual five. */
  readonly env?: readonly string[];
  /** Default `at_most_once`. */
  readonly effects?: ToolEffects;
  /** Whether the same call of the same user may get the first one's result; only of a `pure` one. */
  readonly cacheable?: boolean;
  /** How long it may, in seconds. Default 300. */
  readonly cacheTtl?: number;
  /** What rules match. Default: all arguments, as JSON. */
  readonly permission?: PermissionSubject;
  /** How much of stdout the model gets to read. Default 65,536 bytes. */
  readonly maxOutputBytes?: number;
}

/** The exit code of a program that wants to know something first. */
const ASKS = 101;
const MAX_OUTPUT_BYTES = 65_536;
/** How much of stderr is shown for a failure. */
const MAX_ERROR_BYTES = 4096;
const MAX_ERROR_LINES = 20;
/** A longer answer is read from descriptor 3: one variable may hold 128 KiB on Linux. */
const MAX_VARIABLE_BYTES = 65_536;

/**
 * A tool from a program. It reads its arguments as one JSON object from stdin, and what it writes to
 * stdout is the content. Exit code 0 is success, any other an error with the last lines of stderr.
 *
 * A line `::progress {"progress":3,"total":12,"text":"Copying"}` on stderr shows people how far it is;
 * each member may be left out, and stays as it was then.
 *
 * Exit code 101 asks a question and promises that nothing was done that must not be done again:
 * stdout is the question as JSON. Once a person has answered, the program runs again, with all
 * answers so far as a JSON array on descriptor 3 (`[]` at first) and the last one in
 * `HITL_INTERACTION_RESPONSE`, if that is short and no secret.
 */
export function createCommandTool(options: CommandToolOptions): Tool {
  const maxBytes = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
  return defineTool({
    name: options.name,
    parameters: options.parameters,
    effects: options.effects ?? 'at_most_once',
    ...(options.permission !== undefined && { permission: options.permission }),
    ...(options.cacheable !== undefined && { cacheable: options.cacheable }),
    ...(options.cacheTtl !== undefined && { cacheTtl: options.cacheTtl }),
    source: { command: options.command },
    ...settingsOf(options),
    async execute(args, context) {
      const stdout = keepHead(maxBytes);
      const stderr = takeProgressLines(keepTail(MAX_ERROR_BYTES), (said) => context.progress(said));
      const end = await runProcess({
        command: options.command,
        cwd: options.workspace,
        env: { ...childEnvironment(context, options.env), ...lastAnswer(context) },
        stdin: JSON.stringify(args),
        fd3: JSON.stringify(context.answers),
        stdout,
        stderr,
        ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
        signal: context.signal,
      });
      stderr.finish();
      if (end.stopped === 'abort') context.signal.throwIfAborted();
      if (end.stopped === 'timeout') {
        throw new Error(failure(`it took longer than ${options.timeoutMs} ms`, stderr));
      }
      if (end.signal !== null) throw new Error(failure(`killed by ${end.signal}`, stderr));
      if (end.exitCode === ASKS) throw new QuestionRaised(questionOf(options.name, stdout));
      if (end.exitCode !== 0) throw new Error(failure(`exit code ${end.exitCode}`, stderr));
      return { content: cutText(stdout.text(), maxBytes, stdout.bytes) };
    },
  });
}

function lastAnswer(context: ToolContext): Record<string, string> {
  const index = context.answers.length - 1;
  const answer: InteractionResponse | undefined = context.answers[index];
  // Any process of the same user can read the environment of another.
  const secret = context.secretAnswers === undefined || context.secretAnswers.includes(index);
  if (answer === undefined || secret) return {};
  const text = JSON.stringify(answer);
  return Buffer.byteLength(text) > MAX_VARIABLE_BYTES ? {} : { HITL_INTERACTION_RESPONSE: text };
}

function failure(what: string, stderr: CapturedOutput): string {
  const lines = stderr.text().trimEnd().split('\n').slice(-MAX_ERROR_LINES).join('\n');
  return lines === '' ? what : `${what}\n${lines}`;
}

function questionOf(name: string, stdout: CapturedOutput): Question {
  const text = stdout.text();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error('it is not a JSON object');
    }
    return readQuestion({ ...value });
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(
      `${name} asked a question (exit code ${ASKS}), but what it wrote to stdout is none: ${reason}`,
      { cause: error },
    );
  }
}
