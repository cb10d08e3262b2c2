import type { InteractionResponse, Question, RiskLevel } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';

/** A JSON Schema (draft 2020-12 or 7) of an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What happens after a crash while the tool ran: `pure` and `keyed` (the tool honours the
 * idempotency key) run again; `at_most_once` never runs again automatically: a person is asked.
 */
export type ToolEffects = 'pure' | 'keyed' | 'at_most_once';

/** The part of a call that rules match. */
export interface PermissionSubject {
  readonly kind: 'command' | 'path' | 'url' | 'json' | 'text';
  /** The argument that is matched; not for `json`. */
  readonly arg?: string;
  /** Arguments that do not matter for the decision. */
  readonly safeArgs?: readonly string[];
  /**
   * Arguments that the host adds when the tool runs: rules and people do not see them, and values
   * from the model are dropped. Default: none, every argument is evaluated.
   */
  readonly injectedArgs?: readonly string[];
}

/** Progress report of a running tool. Absent members keep their last value. */
export interface ToolProgressUpdate {
  /**
   * Progress so far, in the tool's own unit, from 0. It never decreases: a smaller value is
   * ignored.
   */
  readonly progress?: number | undefined;
  /** Final value of `progress`, if known. */
  readonly total?: number | undefined;
  /**
   * Short description of the current work: the first 2,000 UTF-16 units are shown, with secrets
   * masked.
   */
  readonly text?: string | undefined;
  /**
   * `true`: `text` is streamed output that will grow. Its end is shown instead of its beginning,
   * and a possible beginning of a secret at the end is held back. Default `false`.
   */
  readonly partial?: boolean | undefined;
}

/** Context passed to a running tool. */
export interface ToolContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly userId: string | null;
  /** The same for every attempt of this call. */
  readonly idempotencyKey: string;
  /** Counts the executions of this call, from 1. */
  readonly attempt: number;
  /**
   * Aborted by `abort_run`, by the tool's own time limit, by shutdown, and before another server may
   * take over the call because this one does not reach the store.
   */
  readonly signal: AbortSignal;
  /**
   * Call it right before an effect that took long to prepare. Rejects if another server may have taken
   * over the call, because this one stalled meanwhile or did not reach the store for 20 seconds.
   * Otherwise it resolves at once.
   */
  readonly confirm?: (this: void) => Promise<void>;
  /** Answers to the questions of this call so far, in order; secrets in clear. */
  readonly answers: readonly InteractionResponse[];
  /**
   * Indexes of `answers` that contain secrets, which a tool must not expose. Absent: unknown, so
   * any of them may be secret.
   */
  readonly secretAnswers?: readonly number[];
  /**
   * Asks a person during execution. Once answered, the tool is run again from its start, and the
   * same `key` returns the recorded answer: ask first, act later. It never resolves before that.
   */
  ask(key: string, question: Question): Promise<InteractionResponse>;
  /**
   * Reports progress. May be called at any rate: people see the last report of every 250 ms. Not
   * stored: later readers get the last report while the tool runs, and then its result. Ignored
   * after the call has ended.
   * @throws TypeError for an invalid value, naming the member.
   */
  progress(this: void, update: ToolProgressUpdate): void;
}

/**
 * The full result of a tool: text for the model and data for programs. An `output` larger than
 * `maxResultBytes`, or deeper than 64 levels, is replaced by the content. A misspelled member, such
 * as `is_success`, fails the call.
 */
export interface ToolAnswer {
  readonly content: string;
  readonly output?: unknown;
  /** Default `true`. */
  readonly isSuccess?: boolean;
  readonly error?: string;
}

/**
 * What a tool returns: a string, a `ToolAnswer`, any other JSON value (shown to the model as JSON),
 * or nothing. A value that JSON cannot represent fails the call.
 */
export type ToolOutput = unknown;

/** A tool that an agent may call. */
export interface Tool {
  /** Letters, digits, `_`, `-`, `.`. */
  readonly name: string;
  readonly description?: string;
  /**
   * Version of the tool. Change it with the tool's behaviour: people who were asked about another
   * version are asked again.
   */
  readonly version?: string;
  /** Origin of the tool as JSON: the program of a command tool, the server of an MCP tool. */
  readonly source?: Readonly<Record<string, unknown>>;
  /** Validated before anyone is asked, and again when a person edits the arguments. */
  readonly parameters: JsonSchema;
  /** Default `at_most_once`. */
  readonly effects?: ToolEffects;
  /** Unset: the server's `defaultPolicy` decides. */
  readonly requiresConsent?: boolean | ((args: Readonly<Record<string, unknown>>) => boolean);
  /** Decision if no rule and no agent policy decides. */
  readonly defaultPermissionPolicy?: 'allow' | 'deny' | null;
  /** `false`: no rule can allow it; each approval is for one call. Default `true`. */
  readonly rememberable?: boolean;
  readonly riskLevel?: RiskLevel;
  /** Time limit of the tool in milliseconds; waiting for a person does not count. Default: none. */
  readonly timeoutMs?: number;
  /**
   * `true`: a repeated call of the same user with exactly the same arguments gets the first result,
   * marked `cached`, for `cacheTtl` seconds. Only with `effects: 'pure'`. Approval is still needed
   * each time. Cached in the process; failures, secrets and results of runs without a user are
   * never cached. Default `false`.
   */
  readonly cacheable?: boolean;
  /** Lifetime of a cached result, in seconds. Default 300. */
  readonly cacheTtl?: number;
  /** Default: `json`, all arguments. */
  readonly permission?: PermissionSubject;
  /** Resource text for rules, instead of the argument named in `permission`. */
  getPermissionResource?(args: Readonly<Record<string, unknown>>): string;
  /** Facts for the person who decides, added to the request's `metadata`. */
  describeCall?(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /**
   * More facts for `metadata` that have to be looked up, such as the line of an edit in its file. Called
   * when a person is asked. They are shown and decide nothing; without them if it throws. Must be
   * fast, and change nothing.
   */
  lookUpCall?(args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /**
   * For a tool that is a question: returns the question, which is asked with the batch before any
   * of its calls run. Throws for invalid arguments.
   */
  question?(args: Readonly<Record<string, unknown>>): Question;
  /** The agent that this tool calls; it has no `execute` then. */
  readonly agent?: string;
  /**
   * Additional issues of arguments that match `parameters`; empty if there are none. Must be fast.
   */
  checkArgs?(args: Readonly<Record<string, unknown>>): readonly Issue[];
  /** Throws to fail: `Tool execution failed: <message>`. */
  execute(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutput>;
}

/** A tool without its functions, as passed to policies. */
export type DescribedTool = Omit<Tool, 'execute'>;

/** Thrown by `context.ask` to suspend a tool until a person has answered. */
export class QuestionRaised extends Error {
  readonly question: Question;
  /** Key under which `context.ask` finds the answer again. */
  readonly key: string | undefined;

  constructor(question: Question, key?: string) {
    super(`Execution suspended for a question: ${question.title}`);
    this.name = 'QuestionRaised';
    this.question = question;
    this.key = key;
  }
}
