import type {
  ApprovalAction,
  ClaimResult,
  InteractionRequest,
  InteractionResponse,
  InteractionStatus,
  RiskLevel,
  ToolResult,
} from '../generated/types.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** `AbortSignal`, where the surroundings declare it; elsewhere the least that is needed of it. */
export type GateSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean };

/** What a loop knows of the tool of a call; it can make a call look riskier, never safer. */
export interface GatedTool {
  /** JSON Schema of the arguments of a tool that the server does not know, so that they can be edited. */
  readonly parameters?: JsonObject | undefined;
  /** Names of arguments that the loop adds by itself: they are neither checked nor shown nor kept. */
  readonly injectedArgs?: readonly string[] | undefined;
  /** Counts where it is higher than what the server's tool and policy say. */
  readonly riskLevel?: RiskLevel | undefined;
}

/** What calls and questions have in common. The ids are those of the loop. */
interface Asked {
  readonly sessionId: string;
  /** New for each call and each question of the session. */
  readonly toolCallId: string;
  /** Whose rules count. Default: the caller. */
  readonly userId?: string | undefined;
  /** Whose policy decides. Default: no agent's; rules count all the same. */
  readonly agentId?: string | undefined;
  /** The run of the loop: people can pause and abort it. Default: each call is a run of its own. */
  readonly runId?: string | undefined;
  /** What a person may do about it. A call needs `approve` and `deny`. Default: everything. */
  readonly allowedActions?: readonly ApprovalAction[] | undefined;
  /** Why it is asked. Shown as the loop's words. */
  readonly reason?: string | undefined;
  /** Shown as the loop's words. */
  readonly metadata?: JsonObject | undefined;
  /** From then on no one can answer. */
  readonly expiresAt?: Date | string | undefined;
}

/** A call that a loop wants to run. */
export interface GateCall extends Asked {
  readonly toolName: string;
  readonly toolArgs: JsonObject;
  readonly tool?: GatedTool | undefined;
  /** Shown as the loop's words, beside the server's. */
  readonly title?: string | undefined;
  /** Likewise. */
  readonly description?: string | undefined;
}

/** A question as on the wire: `type`, `title` and the fields of its type; the rest is filled in. */
export interface QuestionInput {
  readonly type: InteractionRequest['type'];
  readonly title: string;
  readonly [member: string]: unknown;
}

/** A question that a loop wants a person to answer. */
export interface GateQuestion extends Asked {
  readonly question: QuestionInput;
}

/** Stops waiting; what was asked goes on waiting. */
export interface Signalled {
  readonly signal?: GateSignal | undefined;
}

/** Who decided about a call. `nobody`: no one did in time, or it was taken back or aborted. */
export type DecidedBy = 'rule' | 'person' | 'nobody';

/** What was decided about a call. */
export interface Authorization {
  /**
   * `allow`: claim it and run it, with `args`. `deny`: do not run it; with `decidedBy: 'nobody'` no
   * person and no rule said so. `answer`: do not run it, `text` is its result.
   */
  readonly decision: 'allow' | 'deny' | 'answer';
  readonly decidedBy: DecidedBy;
  /** The arguments to run: edited ones where a person edited them, else those of the call. */
  readonly args: JsonObject;
  /** A person edited the arguments. */
  readonly edited?: true;
  /** Why, for the model. */
  readonly reason?: string;
  /** The result that a person supplied. */
  readonly text?: string;
  /** What a person wrote beside the decision. */
  readonly note?: string;
  /** How the request ended, where a person was asked. */
  readonly status?: InteractionStatus;
  /** Under which the call is claimed; `null` where it cannot be. */
  readonly interactionId: string | null;
  /** Who approved it, where that is known. */
  readonly approvedBy?: string;
}

/** What became of a question. */
export type Answer =
  | {
      readonly outcome: 'answered';
      /** Sensitive values stand as handles. */
      readonly response: InteractionResponse;
      /** The same for a model: a text as it is, everything else as JSON. */
      readonly content: string;
      readonly interactionId: string;
      readonly answeredBy?: string;
    }
  | {
      /**
       * `declined`: a person does not want to answer. `expired`: no one did in time. `cancelled`: it was
       * taken back, or its run was ended.
       */
      readonly outcome: 'declined' | 'expired' | 'cancelled';
      readonly interactionId: string;
      /** What a person wrote beside it. */
      readonly note?: string;
    }
  /** No one was asked: a limit is reached, or nobody may be asked. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** Options of a claim. */
export interface ClaimOptions extends Signalled {
  /**
   * How long the call may take, in milliseconds, 1,000 to a day. Only after that does a later claim ask
   * a person what became of it. Default 60,000.
   */
  readonly leaseMs?: number | undefined;
  /** Whether to wait while someone else has it, until it has a result or is ours. Default `false`. */
  readonly wait?: boolean | undefined;
  /** A name that only this attempt has. Default: a random one, which the gate keeps for `complete`. */
  readonly holder?: string | undefined;
}

/** Whose claim it is. */
export interface HolderOptions {
  /** Default: that of the last claim of this gate. */
  readonly holder?: string | undefined;
}

/** How a call stands after a claim. */
export interface Claim {
  /** It is ours, and nobody else's: run it now, with `args`, and tell the result with `complete`. */
  readonly claimed: boolean;
  /** `unknown`: whoever claimed it did not say in time what became of it, and a person is asked. */
  readonly status: ClaimResult['status'];
  readonly interactionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  /** Counts the executions, from 1. */
  readonly attempt: number;
  /** The same for every attempt of the call. */
  readonly idempotencyKey: string;
  /** The name of our claim. */
  readonly holder: string;
  /** Once it is completed, by whomever. */
  readonly result?: ToolResult;
  /** The interaction in which a person is asked what became of it. */
  readonly recoveryId?: string;
}

/** What became of a call that ran. */
export interface Completion {
  /** What the model reads. */
  readonly content: string;
  /** Default `true`. */
  readonly isSuccess?: boolean | undefined;
  /** Of a failure. Default: `content`. */
  readonly error?: string | undefined;
  /** What the tool returned, as JSON. Default: `content`. */
  readonly output?: unknown;
}

/** What a tool is run with. */
export interface ToolRun extends Signalled {
  /** The same for every attempt of the call: hand it to whatever the tool calls. */
  readonly idempotencyKey: string;
  /** Counts the executions, from 1. */
  readonly attempt: number;
}

/** Options of `gate.run`. */
export interface RunCallOptions extends Signalled {
  /** How long the call may take, as in `ClaimOptions`. Default 60,000. */
  readonly leaseMs?: number | undefined;
}

/** What `gate.run` came to. */
export type RunOutcome<T> =
  | {
      /** It ran here. */
      readonly kind: 'ran';
      readonly value: T;
      readonly args: JsonObject;
      readonly authorization: Authorization;
    }
  | {
      /** It ran elsewhere or before, or a person said what became of it: this is its result. */
      readonly kind: 'known';
      readonly result: ToolResult;
      readonly args: JsonObject;
      readonly authorization: Authorization;
    }
  /** A person supplied the result. */
  | { readonly kind: 'answered'; readonly text: string; readonly authorization: Authorization }
  | {
      /** It may not run. */
      readonly kind: 'denied';
      /** What the model is told. */
      readonly content: string;
      readonly authorization: Authorization;
    };

/**
 * Approval for agent loops of other programs. What waits is kept by the server: after a restart of the
 * loop, ask again with the same ids. Every function fails with a `HitlError` whose `code` says why:
 * `aborted` where the signal fired, `idempotency_conflict` for another call under the same ids.
 */
export interface Gate {
  /** Puts a call before rules, policies and, where they say so, a person; waits for the decision. */
  authorize(call: GateCall, options?: Signalled): Promise<Authorization>;
  /** Asks a person and waits for the answer. */
  ask(question: GateQuestion, options?: Signalled): Promise<Answer>;
  /**
   * Claims an allowed call: of all who claim it, in any process, one gets it. A call that may not run is
   * `not_claimable`; one whose run was aborted `run_finished`.
   */
  claim(interactionId: string, options?: ClaimOptions): Promise<Claim>;
  /**
   * Records what became of a claimed call. The same again changes nothing; `not_claimed` where the claim
   * is somebody else's.
   */
  complete(interactionId: string, completion: Completion, options?: HolderOptions): Promise<void>;
  /**
   * All of it: authorizes the call, claims it, runs it where the claim is ours, and records the result.
   * What `execute` throws is recorded as a failure and thrown again.
   */
  run<T>(
    call: GateCall,
    execute: (args: JsonObject, run: ToolRun) => T | Promise<T>,
    options?: RunCallOptions,
  ): Promise<RunOutcome<T>>;
}
