import type { InteractionResponse, Question, RiskLevel } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';

/** A JSON Schema (draft 2020-12 or 7) of an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What may happen after a crash while the tool ran: `pure` and `keyed` (it honours the idempotency
 * key) are run again; `at_most_once` never by itself: a person is asked.
 */
export type ToolEffects = 'pure' | 'keyed' | 'at_most_once';

/** What rules match: the subject of a call. */
export interface PermissionSubject {
  readonly kind: 'command' | 'path' | 'url' | 'json' | 'text';
  /** The argument that is matched; not for `json`. */
  readonly arg?: string;
  /** Arguments that do not matter for the decision. */
  readonly safeArgs?: readonly string[];
  /**
   * Arguments that the host itself adds when the tool runs: rules and people do not see them, and what
   * a model says of them is dropped. Default: none, every argument is evaluated.
   */
  readonly injectedArgs?: readonly string[];
}

/** What a running tool says of itself, for the people who watch. What it leaves out stays as it was. */
export interface ToolProgressUpdate {
  /** How far it is, in whatever the tool counts, from 0. It never goes back: a smaller one is passed over. */
  readonly progress?: number | undefined;
  /** What `progress` is when it is done, where that is known. */
  readonly total?: number | undefined;
  /** What it does, in a few words: the first 2,000 UTF-16 units are shown, with secrets masked. */
  readonly text?: string | undefined;
  /**
   * `true`: `text` is output as it comes, to which more will be added. Its end is shown instead of its
   * beginning, and the beginning of a secret at that end is held back. Default `false`.
   */
  readonly partial?: boolean | undefined;
}

/** What a running tool is given. */
export interface ToolContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly userId: string | null;
  /** The same for every attempt of this call. */
  readonly idempotencyKey: string;
  /** Counts the executions of this call, from 1. */
  readonly attempt: number;
  /** Aborted by `abort_run`, by the tool's own time limit and by shutdown. */
  readonly signal: AbortSignal;
  /** Answers to the questions of this call so far, in order; secrets in clear. */
  readonly answers: readonly InteractionResponse[];
  /**
   * Which of `answers` hold secrets, by index: a tool keeps those out of places that others can read.
   * Absent: not known, so each of them may.
   */
  readonly secretAnswers?: readonly number[];
  /**
   * Asks a person during execution. Once answered, the tool is run again from its start and the same
   * `key` returns the recorded answer: ask first, act later. Never resolves otherwise.
   */
  ask(key: string, question: Question): Promise<InteractionResponse>;
  /**
   * Shows people how far the tool is, as often as it likes: of what comes within 250 ms they see the
   * last. Not stored: who comes later sees the last one while the tool runs, and then its result.
   * Ignored after the call has ended.
   * @throws TypeError for a value of another kind, naming the member.
   */
  progress(this: void, update: ToolProgressUpdate): void;
}

/**
 * The result of a tool in full: what the model reads, and what programs read. An `output` that is
 * larger than `maxResultBytes`, or deeper than 64 levels, is not kept: the content takes its place. A
 * misspelt member, such as `is_success`, fails the call.
 */
export interface ToolAnswer {
  readonly content: string;
  readonly output?: unknown;
  /** Default `true`. */
  readonly isSuccess?: boolean;
  readonly error?: string;
}

/**
 * What a tool returns: text, a `ToolAnswer`, any other JSON value (shown to the model as JSON), or
 * nothing. A value that JSON cannot hold fails the call.
 */
export type ToolOutput = unknown;

/** A tool that an agent may call. */
export interface Tool {
  /** Letters, digits, `_`, `-`, `.`. */
  readonly name: string;
  readonly description?: string;
  /** A version of your own. Change it with what the tool does: who was asked about another is asked again. */
  readonly version?: string;
  /** Where it comes from, in JSON: the program of a command tool, the server of an MCP tool. */
  readonly source?: Readonly<Record<string, unknown>>;
  /** Validated before anyone is asked, and again when a person edits the arguments. */
  readonly parameters: JsonSchema;
  /** Default `at_most_once`. */
  readonly effects?: ToolEffects;
  /** Unset: the server's `defaultPolicy` decides. */
  readonly requiresConsent?: boolean | ((args: Readonly<Record<string, unknown>>) => boolean);
  /** What holds where no rule and no agent policy does. */
  readonly defaultPermissionPolicy?: 'allow' | 'deny' | null;
  /** `false`: no rule can allow it; each approval is for one call. Default `true`. */
  readonly rememberable?: boolean;
  readonly riskLevel?: RiskLevel;
  /** The tool's own time; waiting for a person does not count. Default: none. */
  readonly timeoutMs?: number;
  /**
   * `true`: a user who asks for the same call again, with exactly the same arguments, gets the result of
   * the first one, marked `cached`, for `cacheTtl` seconds. Only with `effects: 'pure'`. Approval is still
   * needed each time. Kept in the process; never a failure, a secret, nor anything of a run without a
   * user. Default `false`.
   */
  readonly cacheable?: boolean;
  /** How long a result may be used again, in seconds. Default 300. */
  readonly cacheTtl?: number;
  /** Default: `json`, all arguments. */
  readonly permission?: PermissionSubject;
  /** Own resource text, in place of what `permission` names. */
  getPermissionResource?(args: Readonly<Record<string, unknown>>): string;
  /** Facts for the person who decides, added to the request's `metadata`. */
  describeCall?(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** A tool that is a question: asked with the batch, before anything of it runs. Throws for invalid arguments. */
  question?(args: Readonly<Record<string, unknown>>): Question;
  /** The agent that this tool asks; it has no `execute` of its own then. */
  readonly agent?: string;
  /** What is wrong with arguments that fit `parameters`; empty when nothing is. It has to be quick. */
  checkArgs?(args: Readonly<Record<string, unknown>>): readonly Issue[];
  /** Throws to fail: `Tool execution failed: <message>`. */
  execute(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutput>;
}

/** A tool as policies and people see it: all of it but what runs. */
export type DescribedTool = Omit<Tool, 'execute'>;

/** Thrown through a tool to leave it until a person has answered; `context.ask` throws it. */
export class QuestionRaised extends Error {
  readonly question: Question;
  /** Under which `context.ask` finds the answer again. */
  readonly key: string | undefined;

  constructor(question: Question, key?: string) {
    super(`Execution suspended for a question: ${question.title}`);
    this.name = 'QuestionRaised';
    this.question = question;
    this.key = key;
  }
}
