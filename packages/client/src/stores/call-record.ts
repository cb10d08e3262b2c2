import type {
  CallVerdict,
  InteractionOutcome,
  InteractionRequest,
  InteractionResponse,
  SavedRule,
  StreamEvent,
  ToolCall,
  ToolResult,
} from '@hitl/protocol';

/** One request about a call, and its outcome. */
export interface AskedRecord {
  readonly request: InteractionRequest;
  /** Outcome. Absent: pending. */
  readonly outcome?: InteractionOutcome;
  readonly response?: InteractionResponse;
  /** Rules saved by the answer. */
  readonly rules?: readonly SavedRule[];
  /** User id of the person who settled it. */
  readonly by?: string;
  readonly at?: string;
  /** The request that replaced it. */
  readonly supersededBy?: string;
}

/** Record of one tool call in a session's log, from its proposal to its result. */
export interface CallRecord {
  readonly runId: string;
  /** The assistant message that proposes it. */
  readonly messageId: string;
  /** As proposed by the model; a person's edits are in `asked`. */
  readonly call: ToolCall;
  /** Names of agents, from the root agent to the one that calls. */
  readonly agentPath: readonly string[];
  readonly proposedAt: string;
  /** The user of the run. Absent: it has no user. */
  readonly userId?: string;
  /** Verdict of the rules and policies before a person was asked. */
  readonly verdict?: CallVerdict;
  /** Every request about it, oldest first. */
  readonly asked: readonly AskedRecord[];
  /** Whether its tool is running, as far as the log knows. */
  readonly running: boolean;
  /** The arguments that it was started with. */
  readonly ranWith?: Readonly<Record<string, unknown>>;
  /** The rule or policy that denied it right before execution. */
  readonly stopped?: {
    readonly reason: string;
    readonly step: string;
    readonly rule?: string;
  };
  /** The nested agent that it called. */
  readonly nested?: { readonly runId: string; readonly agent: string };
  readonly result?: ToolResult;
  /** Its run ended before the model got the result. */
  readonly runEnded?: {
    readonly how: 'aborted' | 'failed';
    readonly reason: string;
    readonly by?: string;
  };
}

/** The records of a session's calls. */
export interface CallRecords {
  /** The record of a call; `undefined` if it is not in the log. */
  readonly get: (runId: string, toolCallId: string) => CallRecord | undefined;
  /** Names of agents, from the root agent to the one of this run; empty for an unknown run. */
  readonly agentPath: (runId: string) => readonly string[];
}

/** Builds records from events. */
export interface CallLog {
  readonly add: (event: StreamEvent) => void;
  /** All records so far: the same object until one of them changes. */
  readonly current: () => CallRecords;
}
