import type {
  ControlAction,
  EventData,
  InteractionRequest,
  InteractionResponse,
  OnDenied,
  SavedRule,
  Step,
  ToolResult,
  Verdict,
} from '@hitl/protocol';

/** A step before the log numbers it. */
export type NewStep = Omit<Step, 'sequence'>;

/** The verdict for one call of a batch. */
export interface CallVerdict {
  readonly toolCallId: string;
  readonly verdict: Verdict;
  /** With `needs_auth`: the complete request. */
  readonly request?: InteractionRequest;
  /** The error result of a call that cannot run. */
  readonly result?: ToolResult;
}

/** What an overdue request does to the run, by the policy of the asking agent. */
export interface Overdue {
  readonly interactionId: string;
  readonly onTimeout: 'deny' | 'fail_run';
}

interface OfRun {
  readonly runId: string;
}

/** Only the owner of the run may send it. */
export interface OfOwner extends OfRun {
  readonly owner: string;
  /** The number of the claim that it belongs to: refused after a later claim, also by the same owner. */
  readonly claim?: number;
}

/** About one call of the run. */
export interface OfCall extends OfOwner {
  readonly toolCallId: string;
}

/** All commands of a session's log, with ids, digests and policies as data. */
export type Command =
  | (OfRun & {
      readonly type: 'start_run';
      readonly agentId: string;
      readonly userId: string | null;
      readonly input: string;
      readonly stepId: string;
      /** The new owner. */
      readonly owner: string;
      readonly onBusy: 'reject' | 'supersede';
      /** Metadata from the caller. */
      readonly metadata?: Readonly<Record<string, unknown>>;
      /** Effect of a denial, instead of the agent's setting. */
      readonly onDenied?: OnDenied;
      /** Digest of the body, if the run was created with an idempotency key. */
      readonly bodyDigest?: string;
    })
  | (OfRun & {
      /** A call or question of an external loop. */
      readonly type: 'start_external';
      readonly agentId: string;
      readonly userId: string | null;
      readonly verdict: Verdict;
      readonly request?: InteractionRequest;
      readonly toolCallId: string;
      /** The equal pending question whose answer it shares. */
      readonly joinedInteractionId?: string;
      /** The run has an id of the caller's: it stays open for more calls. */
      readonly ongoing?: boolean;
      /** Digest of the call; another call with the same id is refused. */
      readonly bodyDigest?: string;
      /** Arguments of an allowed call, needed to claim it. */
      readonly call?: NonNullable<EventData['batch_judged']['call']>;
    })
  | (OfRun & {
      /** An external loop starts a call that it has claimed; the run is that execution. */
      readonly type: 'start_execution';
      readonly agentId: string;
      readonly userId: string | null;
      readonly executes: NonNullable<EventData['run_started']['executes']>;
      readonly toolName: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly attempt: number;
      readonly holder: string;
      readonly leaseUntil: string;
    })
  | (OfRun & {
      /** The holder of a claim reports the outcome of its call. */
      readonly type: 'complete_execution';
      readonly result: ToolResult;
    })
  | (OfRun & {
      /** The holder of a claim did not report the outcome in time. */
      readonly type: 'doubt_execution';
      readonly attempt: number;
      readonly request: InteractionRequest;
    })
  | (OfRun & {
      /**
       * Takes over an orphaned run; refused if its owner changed since `expectedOwner` was read.
       */
      readonly type: 'claim_run';
      readonly owner: string;
      readonly expectedOwner: string | null;
    })
  | (OfOwner & {
      /** A model's turn: its text and its calls. */
      readonly type: 'complete_step';
      readonly step: NewStep;
      readonly metrics: Readonly<Record<string, unknown>>;
      /** Maximum size of a nested run's response, which is a tool result for its parent. */
      readonly maxResultBytes?: number;
    })
  | (OfOwner & { readonly type: 'fail_run'; readonly error: string; readonly code: string })
  | (OfOwner & {
      readonly type: 'judge_batch';
      readonly messageId: string;
      /** One for each call without a result, in call order. */
      readonly verdicts: readonly CallVerdict[];
    })
  | {
      readonly type: 'rules_saved';
      readonly interactionId: string;
      readonly rules: readonly SavedRule[];
    }
  | (OfCall & { readonly type: 'start_tool'; readonly idempotencyKey: string })
  | (OfCall & {
      /** The policy chain denies the call right before execution. */
      readonly type: 'refuse_call';
      readonly verdict: Pick<Verdict, 'step' | 'reason' | 'rule'>;
    })
  | (OfCall & {
      /** The call is suspended again: for the answer to its tool's question, or for an approval. */
      readonly type: 'suspend_call';
      readonly request: InteractionRequest;
    })
  | (OfCall & {
      /** The outcome of a started call is unknown: a person is asked, or the call fails. */
      readonly type: 'mark_outcome_unknown';
      readonly request?: InteractionRequest;
    })
  | (OfCall & { readonly type: 'complete_tool'; readonly result: ToolResult })
  | (OfCall & {
      readonly type: 'record_result';
      /**
       * Maximum size of a text from a person; longer ones are cut, as a tool's content is. Default:
       * none.
       */
      readonly maxResultBytes?: number;
    })
  | (OfCall & {
      readonly type: 'start_nested';
      readonly nestedRunId: string;
      readonly agentId: string;
      readonly input: string;
      readonly stepId: string;
      readonly idempotencyKey: string;
    })
  | {
      readonly type: 'answer';
      readonly interactionId: string;
      /** Sensitive values are replaced by handles. */
      readonly response: InteractionResponse;
      /** The same in clear text, if it differs; only used for validation. */
      readonly given?: InteractionResponse;
      /** The rules that the answer saves; may be empty. */
      readonly rules: readonly SavedRule[];
      /** Owner of the rules, if the run has no user. */
      readonly rulesUserId?: string;
      readonly onDenied: 'continue' | 'fail_run';
      /** The new owner of the run, if this settles the last request. */
      readonly owner: string;
      readonly caller?: string;
      readonly idempotencyKey?: string;
    }
  | {
      /** An external loop withdraws its request. */
      readonly type: 'cancel';
      readonly interactionId: string;
      readonly by?: string;
    }
  | (OfRun & {
      /** An error that does not end the run. */
      readonly type: 'note_error';
      readonly error: string;
      readonly code: string;
    })
  | {
      /** The tool of a pending call was replaced, so a new request replaces the old one. */
      readonly type: 'ask_again';
      readonly interactionId: string;
      readonly request: InteractionRequest;
    }
  | {
      readonly type: 'expire';
      readonly overdue: readonly Overdue[];
      readonly owner: string;
    }
  | (OfRun & {
      readonly type: 'control';
      readonly action: ControlAction;
      /** With `abort_run`: the run fails because no server has this agent any more. */
      readonly agentMissing?: string;
      /** With `resume_run`: it is a call of an external loop that was approved meanwhile. */
      readonly isApproved?: boolean;
      readonly by?: string;
      readonly reason?: string;
      /** The full payload of the signal. */
      readonly payload?: Readonly<Record<string, unknown>>;
      /** The new owner of the tree, if this settles its last pending request. */
      readonly owner: string;
    });

/** The name of a command. */
export type CommandType = Command['type'];

/** The command with a given name. */
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;
