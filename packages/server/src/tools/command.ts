import type { InteractionResponse, Question } from '@hitl/protocol';
import { QuestionRaised, type Tool, type ToolContext } from '../agents/tool.ts';
import { keepHead, keepTail, type CapturedOutput } from './captured-output.ts';
import { childEnvironment } from './child-environment.ts';
import { cutText } from './cut-text.ts';
import { defineTool } from '../agents/define-tool.ts';
import { takeProgressLines } from './progress-lines.ts';
import { readQuestion } from './question.ts';
import { runProcess } from './run-process.ts';
import { shownPath } from './workspace.ts';
import { settingsOf, type ToolSettings } from './tool-settings.ts';
import { given } from '../base/given.ts';
import { isObject } from '../base/is-object.ts';
import { messageOf } from '../base/message-of.ts';

/** Options of a tool that runs a program. */
export interface CommandToolOptions
  extends
    ToolSettings,
    Pick<Tool, 'name' | 'parameters' | 'effects' | 'cacheable' | 'cacheTtl' | 'permission'> {
  /** Program and arguments, without a shell. A relative path is resolved from the workspace. */
  readonly command: readonly [string, ...string[]];
  /** The working directory of the program. */
  readonly workspace: string;
  /** Names of variables of the server that it gets in addition to the usual five. */
  readonly env?: readonly string[];
  /** Maximum bytes of stdout for the model. Default 65,536. */
  readonly maxOutputBytes?: number;
}

/** The exit code of a program that asks a question. */
const ASKS = 101;
const MAX_OUTPUT_BYTES = 65_536;
/** Maximum bytes of stderr that are shown for a failure. */
const MAX_ERROR_BYTES = 4096;
const MAX_ERROR_LINES = 20;
/** Longer answers are only passed by descriptor 3: Linux limits a variable to 128 KiB. */
const MAX_VARIABLE_BYTES = 65_536;

/**
 * A tool that runs a program. The program reads its arguments as one JSON object from stdin; what
 * it writes to stdout is the content. Exit code 0 is success, any other code an error with the last
 * lines of stderr.
 *
 * A line `::progress {"progress":3,"total":12,"text":"Copying"}` on stderr shows its progress to
 * people; absent members keep their last value.
 *
 * Exit code 101 asks a question, and promises that nothing was done that must not be done again:
 * stdout is the question as JSON. Once a person has answered, the program runs again with all
 * answers so far as a JSON array on descriptor 3 (`[]` at first), and the last one in
 * `HITL_INTERACTION_RESPONSE`, if it is short and not secret.
 */
export function createCommandTool(options: CommandToolOptions): Tool {
  const { permission, cacheable, cacheTtl, timeoutMs } = options;
  const { maxOutputBytes: maxBytes = MAX_OUTPUT_BYTES } = options;
  return defineTool({
    name: options.name,
    parameters: options.parameters,
    effects: options.effects ?? 'at_most_once',
    ...given({ permission, cacheable, cacheTtl }),
    source: { command: options.command },
    lookUpCall: () => Promise.resolve({ folder: shownPath(options.workspace) }),
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
        ...given({ timeoutMs }),
        signal: context.signal,
        confirm: context.confirm,
      });
      stderr.finish();
      if (end.stopped === 'abort') context.signal.throwIfAborted();
      if (end.stopped === 'timeout') {
        throw new Error(failure(`it took longer than ${timeoutMs} ms`, stderr));
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
  // The environment of a process can be read by other processes of the same user.
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
    if (!isObject(value)) throw new Error('it is not a JSON object');
    return readQuestion(value);
  } catch (error) {
    throw new Error(
      `${name} asked a question (exit code ${ASKS}), but its stdout is not one: ${messageOf(error)}`,
      { cause: error },
    );
  }
}
