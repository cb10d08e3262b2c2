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

/** One request about a call, and what became of it. */
export interface AskedRecord {
  readonly request: InteractionRequest;
  /** How it ended. Absent: it waits. */
  readonly outcome?: InteractionOutcome;
  readonly response?: InteractionResponse;
  /** What the answer had saved as rules. */
  readonly rules?: readonly SavedRule[];
  /** Who ended it, as the server knows them. */
  readonly by?: string;
  readonly at?: string;
  /** The request that asks the same again. */
  readonly supersededBy?: string;
}

/** What a session's log says of one tool call, from its proposal to its result. */
export interface CallRecord {
  readonly runId: string;
  /** The assistant message that proposes it. */
  readonly messageId: string;
  /** As the model proposed it; a person's edits are in `asked`. */
  readonly call: ToolCall;
  /** Names of agents, from the root agent to the one that calls. */
  readonly agentPath: readonly string[];
  readonly proposedAt: string;
  /** Whose run it is. Absent: it has no user. */
  readonly userId?: string;
  /** What the rules and policies said before anybody was asked. */
  readonly verdict?: CallVerdict;
  /** Every request about it, in the order of asking. */
  readonly asked: readonly AskedRecord[];
  /** Whether its tool is running, as far as the log knows. */
  readonly running: boolean;
  /** The arguments that it was started with. */
  readonly ranWith?: Readonly<Record<string, unknown>>;
  /** The rule or policy that stopped it right before it ran. */
  readonly stopped?: {
    readonly reason: string;
    readonly step: string;
    readonly rule?: string;
  };
  /** The agent that it asked, which answers in a run of its own. */
  readonly nested?: { readonly runId: string; readonly agent: string };
  readonly result?: ToolResult;
  /** Its run was ended before the model read the result. */
  readonly runEnded?: {
    readonly how: 'aborted' | 'failed';
    readonly reason: string;
    readonly by?: string;
  };
}

/** The records of a session's calls. */
export interface CallRecords {
  /** The record of a call; `undefined` for one that the log does not have. */
  readonly get: (runId: string, toolCallId: string) => CallRecord | undefined;
  /** Names of agents, from the root agent to the one of this run; empty for an unknown run. */
  readonly agentPath: (runId: string) => readonly string[];
}

/** Makes records of events, one after the other. */
export interface CallLog {
  readonly add: (event: StreamEvent) => void;
  /** All records by now: the same object until one of them changes. */
  readonly current: () => CallRecords;
}
