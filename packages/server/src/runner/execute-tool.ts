import {
  QuestionSchema,
  type InteractionResponse,
  type Question,
  type ToolResult,
} from '@hitl/protocol';
import { canonicalJson, formatTime, type CallState } from '@hitl/protocol/fold';
import { cutContent, instantResult } from '../machine/tool-results.ts';
import { handlesIn } from '../vault/redact.ts';
import { answerOf, asJson } from './tool-answer.ts';
import {
  QuestionRaised,
  type Tool,
  type ToolContext,
  type ToolOutput,
  type ToolProgressUpdate,
} from '../agents/tool.ts';
import { messageOf } from '../base/message-of.ts';
import { plainIssue } from '../base/plain-issue.ts';
import { MAX_DEPTH } from '../base/shallow.ts';

/** One execution of a tool. */
export interface Execution {
  readonly tool: Tool;
  readonly call: CallState;
  readonly run: Pick<ToolContext, 'runId' | 'sessionId' | 'userId' | 'idempotencyKey'>;
  /** Arguments, with secrets in clear text. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly answers: readonly { readonly key?: string; readonly response: InteractionResponse }[];
  readonly signal: AbortSignal;
  readonly maxResultBytes: number;
  /** Receives the tool's progress reports. */
  readonly progress: (update: ToolProgressUpdate) => void;
  /** As in `ToolContext`. */
  readonly confirm: () => Promise<void>;
  /** Clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** The outcome of an execution. */
export type ExecutionOutcome =
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** The tool asks a person a question first. */
  | { readonly kind: 'question'; readonly question: Question; readonly key?: string };

const MAX_TIMER_MS = 2 ** 31 - 1;
/** Time for a tool that ends its processes to report their exit. */
const STOP_GRACE_MS = 6000;

/** Runs a tool to its end. A failure is a result too; it throws only for internal errors. */
export async function executeTool(execution: Execution): Promise<ExecutionOutcome> {
  const { tool, args } = execution;
  const started = execution.now();
  const limit = tool.timeoutMs;
  const timer = new AbortController();
  const timeout =
    limit === undefined
      ? undefined
      : setTimeout(
          () => timer.abort(new DOMException(`It took longer than ${limit} ms`, 'TimeoutError')),
          Math.min(limit, MAX_TIMER_MS),
        );
  const signal = AbortSignal.any([execution.signal, timer.signal]);
  try {
    const output = await untilAborted(
      // A tool in plain JavaScript may return its output synchronously.
      Promise.resolve(tool.execute(args, contextOf(execution, signal))),
      signal,
    );
    return { kind: 'result', result: resultOf(execution, started, output) };
  } catch (error) {
    if (error instanceof QuestionRaised) return questionOf(execution, started, error);
    if (execution.signal.aborted) {
      return failure(execution, started, 'Tool execution was cancelled');
    }
    const reason = timer.signal.aborted ? `it took longer than ${limit} ms` : messageOf(error);
    return failure(execution, started, `Tool execution failed: ${reason}`, reason);
  } finally {
    clearTimeout(timeout);
  }
}

function contextOf(execution: Execution, signal: AbortSignal): ToolContext {
  return {
    ...execution.run,
    toolCallId: execution.call.tool_call_id,
    attempt: execution.call.attempt,
    signal,
    confirm: () => execution.confirm(),
    answers: execution.answers.map(({ response }) => response),
    secretAnswers: execution.call.answers.flatMap(({ response }, index) =>
      handlesIn(response).length > 0 ? [index] : [],
    ),
    ask(key, question) {
      const known = execution.answers.find((answer) => answer.key === key);
      if (known === undefined) throw new QuestionRaised(question, key);
      return Promise.resolve(known.response);
    },
    // A closure, so that a tool may pass the function on without `this`.
    progress: (update) => execution.progress(update),
  };
}

/** A tool that ignores its signal is abandoned; its late result is ignored. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const onAbort = () => {
      grace = setTimeout(() => reject(new Error('The tool did not stop')), STOP_GRACE_MS);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => {
      clearTimeout(grace);
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** A tool in plain JavaScript may pass any value; an invalid question could not be stored or shown. */
function questionOf(
  execution: Execution,
  started: number,
  { question, key }: QuestionRaised,
): ExecutionOutcome {
  const json = asJson(question);
  const parsed = QuestionSchema.safeParse(json, { error: plainIssue });
  if (parsed.success) {
    return { kind: 'question', question: parsed.data, ...(key !== undefined && { key }) };
  }
  const wrong =
    json === undefined
      ? [`it is not JSON of at most ${MAX_DEPTH} levels`]
      : parsed.error.issues.map(({ path, message }) => [...path, message].join(' '));
  const reason = `Its question is not valid: ${wrong.join('; ')}`;
  return failure(execution, started, `Tool execution failed: ${reason}`, reason);
}

function resultOf(execution: Execution, started: number, returned: ToolOutput): ToolResult {
  const full = answerOf(returned);
  const text =
    typeof full.content === 'string' ? full.content : canonicalJson(full.content ?? null);
  const { maxResultBytes: max } = execution;
  const content = cutContent(text, max);
  const success = full.isSuccess ?? true;
  const output = content === text ? within(asJson(full.output), max) : content;
  const error = success ? null : cutContent(full.error ?? content, max);
  const result = timedResult(execution, started, content, error);
  return { ...result, output: output === undefined ? text : output };
}

/** The value; `undefined` if it is too large to keep, so that the content replaces it. */
function within(value: unknown, maxBytes: number): unknown {
  const json = JSON.stringify(value);
  return json !== undefined && new TextEncoder().encode(json).length <= maxBytes
    ? value
    : undefined;
}

function failure(
  execution: Execution,
  started: number,
  content: string,
  error: string = content,
): ExecutionOutcome {
  const { maxResultBytes: max } = execution;
  const result = timedResult(execution, started, cutContent(content, max), cutContent(error, max));
  return { kind: 'result', result };
}

function timedResult(
  { call, now }: Execution,
  started: number,
  content: string,
  error: string | null,
): ToolResult {
  const ended = now();
  const result = instantResult(call, formatTime(ended), call.args, content, error);
  return { ...result, start_time: formatTime(started), duration: (ended - started) / 1000 };
}
