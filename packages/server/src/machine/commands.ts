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
import type { AuthNotice } from './announce.ts';

/** A step before the log numbers it. */
export type NewStep = Omit<Step, 'sequence'>;

/** The verdict about one call of a batch, with what follows from it. */
export interface CallVerdict {
  readonly toolCallId: string;
  readonly verdict: Verdict;
  /** With `needs_auth`: what to ask, whole. */
  readonly request?: InteractionRequest;
  /** With `needs_auth` for an authorization: the notice that goes with it. */
  readonly auth?: AuthNotice;
  /** A call that cannot run at all: the error result that it gets at once. */
  readonly result?: ToolResult;
}

/** Effect of a deadline on the run, from the policy of the asking agent. */
export interface Overdue {
  readonly interactionId: string;
  readonly onTimeout: 'deny' | 'fail_run';
}

interface OfRun {
  readonly runId: string;
}

/** Only the owner of the run may say this. */
interface OfOwner extends OfRun {
  readonly owner: string;
}

interface OfCall extends OfOwner {
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
      /** What the caller attached. */
      readonly metadata?: Readonly<Record<string, unknown>>;
      /** Effect of a denial, instead of the agent's setting. */
      readonly onDenied?: OnDenied;
      /** Digest of the body, where the run was created under an idempotency key. */
      readonly bodyDigest?: string;
    })
  | (OfRun & {
      /** A call or question of an external loop. */
      readonly type: 'start_external';
      readonly agentId: string;
      readonly userId: string | null;
      readonly verdict: Verdict;
      readonly request?: InteractionRequest;
      readonly auth?: CallVerdict['auth'];
      readonly toolCallId: string;
      /** The request whose answer it shares: an equal question that waited already. */
      readonly joinedInteractionId?: string;
      /** The run is the caller's: it stays open, and takes more calls. */
      readonly ongoing?: boolean;
      /** Digest of the call, so that another call under its id is refused. */
      readonly bodyDigest?: string;
      /** Arguments of an allowed call, so that it can be claimed. */
      readonly call?: NonNullable<EventData['batch_judged']['call']>;
    })
  | (OfRun & {
      /** Another loop begins to run a call that it has claimed; the run is that execution. */
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
      /** A model's turn: its text and the calls that it proposes. */
      readonly type: 'complete_step';
      readonly step: NewStep;
      readonly metrics: Readonly<Record<string, unknown>>;
      /** Where the response of a nested run is cut: for its parent it is a tool's result. */
      readonly maxResultBytes?: number;
    })
  | (OfOwner & { readonly type: 'fail_run'; readonly error: string; readonly code: string })
  | (OfOwner & {
      readonly type: 'judge_batch';
      readonly messageId: string;
      /** One for each call that is not done, in call order. */
      readonly verdicts: readonly CallVerdict[];
    })
  | {
      readonly type: 'rules_saved';
      readonly interactionId: string;
      readonly rules: readonly SavedRule[];
    }
  | (OfCall & { readonly type: 'start_tool'; readonly idempotencyKey: string })
  | (OfCall & {
      /** The policy chain denies the call right before it would run. */
      readonly type: 'refuse_call';
      readonly verdict: Pick<Verdict, 'step' | 'reason' | 'rule'>;
    })
  | (OfCall & {
      /** The call waits again: for the answer to its tool's question, or an approval that is needed after all. */
      readonly type: 'suspend_call';
      readonly request: InteractionRequest;
      readonly auth?: CallVerdict['auth'];
    })
  | (OfCall & {
      /** The outcome of a started call is not known: a person is asked, or it fails. */
      readonly type: 'mark_outcome_unknown';
      readonly request?: InteractionRequest;
    })
  | (OfCall & { readonly type: 'complete_tool'; readonly result: ToolResult })
  | (OfCall & {
      readonly type: 'record_result';
      /** Above this a person's text is cut, as a tool's content is. Default: never. */
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
      /** The same in clear, where it differs: only to check whether it fits. */
      readonly given?: InteractionResponse;
      /** What the answer saves; empty for nothing. */
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
      /** The tool of a pending call was replaced: a new request replaces the old one. */
      readonly type: 'ask_again';
      readonly interactionId: string;
      readonly request: InteractionRequest;
      readonly auth: NonNullable<CallVerdict['auth']>;
    }
  | {
      readonly type: 'expire';
      readonly overdue: readonly Overdue[];
      readonly owner: string;
    }
  | (OfRun & {
      readonly type: 'control';
      readonly action: ControlAction;
      /** With `abort_run`: the run fails, as no server has this agent any more. */
      readonly agentMissing?: string;
      readonly by?: string;
      readonly reason?: string;
      /** The full payload of the signal. */
      readonly payload?: Readonly<Record<string, unknown>>;
      /** The new owner of the tree, if this settles its last pending request. */
      readonly owner: string;
    });

/** The name of a command. */
export type CommandType = Command['type'];

/** The command of a name. */
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>;
