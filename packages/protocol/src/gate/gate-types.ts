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

/** `AbortSignal` where it is declared, else the part of it that a gate needs. */
export type GateSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean };

/** The tool of a call, as described by the loop. This can only raise the risk of the call. */
export interface GatedTool {
  /** JSON Schema of the arguments, for a tool unknown to the server; with it they can be edited. */
  readonly parameters?: JsonObject | undefined;
  /** Names of arguments that the loop adds itself: they are not checked, shown or stored. */
  readonly injectedArgs?: readonly string[] | undefined;
  /** Applies if it is higher than the risk set by the server's tool and policy. */
  readonly riskLevel?: RiskLevel | undefined;
}

/** Members of calls and questions. The ids are those of the loop. */
interface Asked {
  readonly sessionId: string;
  /** Unique for each call and question of the session. */
  readonly toolCallId: string;
  /** The user whose rules apply. Default: the caller. */
  readonly userId?: string | undefined;
  /** The agent whose policy applies. Default: none; the rules still apply. */
  readonly agentId?: string | undefined;
  /** Run of the loop, which people can pause and abort. Default: each call is a separate run. */
  readonly runId?: string | undefined;
  /** Actions of an answer. A call needs `approve` and `deny`. Default: all. */
  readonly allowedActions?: readonly ApprovalAction[] | undefined;
  /** Reason for asking. Shown as an unverified statement of the loop. */
  readonly reason?: string | undefined;
  /** Shown as an unverified statement of the loop. */
  readonly metadata?: JsonObject | undefined;
  /** After this time it can no longer be answered. Default: never. */
  readonly expiresAt?: Date | string | undefined;
  /**
   * How long it can be answered, in milliseconds, at most a year, by the clock of the server and
   * counted from the first request with these ids. The earliest deadline counts. Default: no limit.
   */
  readonly expiresInMs?: number | undefined;
}

/** A call that a loop wants to run. */
export interface GateCall extends Asked {
  readonly toolName: string;
  readonly toolArgs: JsonObject;
  readonly tool?: GatedTool | undefined;
  /** Shown as an unverified statement of the loop, next to the server's title. */
  readonly title?: string | undefined;
  /** Shown as an unverified statement of the loop. */
  readonly description?: string | undefined;
}

/** A question as in the HTTP API: `type`, `title` and the fields of its type; the rest gets defaults. */
export interface QuestionInput {
  readonly type: InteractionRequest['type'];
  readonly title: string;
  readonly [member: string]: unknown;
}

/** A question that a loop wants a person to answer. */
export interface GateQuestion extends Asked {
  readonly question: QuestionInput;
}

/** An aborted signal ends the wait; the request stays pending. */
export interface Signalled {
  readonly signal?: GateSignal | undefined;
}

/** Who decided about a call. `none`: it expired or was cancelled before anyone decided. */
export type DecidedBy = 'rule' | 'person' | 'none';

/** What every decision about a call says. */
interface Decided {
  readonly decidedBy: DecidedBy;
  /** The arguments to run, including a person's edits. */
  readonly args: JsonObject;
  /** Note of the person with the decision. */
  readonly note?: string;
  /** Outcome of the request, if a person was asked. */
  readonly status?: InteractionStatus;
}

/** The decision about a call. */
export type Authorization =
  | (Decided & {
      /** Claim it and run it with `args`. */
      readonly decision: 'allow';
      /** Id with which to claim the call; `null` if it cannot be claimed. */
      readonly interactionId: string | null;
      /** Set if a person edited the arguments. */
      readonly edited?: true;
      /** Why a rule or a policy allows it. */
      readonly reason?: string;
      /** Who approved it, if known. */
      readonly approvedBy?: string;
      readonly text?: undefined;
    })
  | (Decided & {
      /**
       * Do not run it. With `decidedBy: 'none'` it was not refused by a person or rule, only not
       * allowed.
       */
      readonly decision: 'deny';
      /** Reason, for the model. */
      readonly reason: string;
      readonly interactionId: null;
      readonly edited?: undefined;
      readonly approvedBy?: undefined;
      readonly text?: undefined;
    })
  | (Decided & {
      /** Do not run it: a person supplied its result. */
      readonly decision: 'answer';
      /** The result. */
      readonly text: string;
      readonly interactionId: null;
      readonly edited?: undefined;
      readonly reason?: undefined;
      readonly approvedBy?: undefined;
    });

/** The outcome of a question. */
export type Answer =
  | {
      readonly outcome: 'answered';
      /** Sensitive values are replaced by handles. */
      readonly response: InteractionResponse;
      /** The answer for a model: a text unchanged, everything else as JSON. */
      readonly content: string;
      readonly interactionId: string;
      readonly answeredBy?: string;
    }
  | {
      /**
       * `declined`: a person refused to answer. `expired`: it was not answered in time.
       * `cancelled`: it was withdrawn, or its run ended.
       */
      readonly outcome: 'declined' | 'expired' | 'cancelled';
      readonly interactionId: string;
      /** Note of the person. */
      readonly note?: string;
    }
  /** No person was asked, because of a limit or because asking is not possible. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** Options of a claim. */
export interface ClaimOptions extends Signalled {
  /**
   * Maximum duration of the call in milliseconds, 1,000 to a day. After that, a later claim asks a
   * person about the outcome. Default 60,000.
   */
  readonly leaseMs?: number | undefined;
  /**
   * Whether to wait while another host has the call, until it has a result or can be claimed.
   * Default `false`.
   */
  readonly wait?: boolean | undefined;
  /** Unique name of this attempt. Default: a random one, which the gate remembers for `complete`. */
  readonly holder?: string | undefined;
}

/** Options of `complete`. */
export interface HolderOptions {
  /** Default: the `holder` of this gate's last claim of the call. */
  readonly holder?: string | undefined;
}

/** The state of a call after a claim. */
export interface Claim {
  /** Whether the claim succeeded: run the call with `args`, then report its result with `complete`. */
  readonly claimed: boolean;
  /**
   * `unknown`: the outcome of an earlier claim was not reported in time, and a person is asked
   * about it.
   */
  readonly status: ClaimResult['status'];
  readonly interactionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  /** Number of this execution, from 1. */
  readonly attempt: number;
  /** The same for every attempt of the call. */
  readonly idempotencyKey: string;
  /** Name of this claim. */
  readonly holder: string;
  /** Set if the call is completed, by any host. */
  readonly result?: ToolResult;
  /** The interaction that asks a person about the outcome. */
  readonly recoveryId?: string;
}

/** The outcome of a call that ran. */
export interface Completion {
  /** Text for the model. */
  readonly content: string;
  /** Default `true`. */
  readonly isSuccess?: boolean | undefined;
  /** Reason of a failure. Default: `content`. */
  readonly error?: string | undefined;
  /**
   * Return value of the tool, as JSON. Default: `content`, which also replaces one that the server does not
   * accept, such as one that is too large.
   */
  readonly output?: unknown;
}

/** Context of a tool's execution. */
export interface ToolRun extends Signalled {
  /** The same for every attempt of the call; pass it to services that the tool calls. */
  readonly idempotencyKey: string;
  /** Number of this execution, from 1. */
  readonly attempt: number;
}

/** Options of `gate.run`. */
export interface RunCallOptions extends Signalled {
  /** Maximum duration of the call, as in `ClaimOptions`. Default 60,000. */
  readonly leaseMs?: number | undefined;
}

/** Result of `gate.run`. */
export type RunOutcome<T> =
  | {
      /** It ran here. */
      readonly kind: 'ran';
      readonly value: T;
      readonly args: JsonObject;
      readonly authorization: Authorization;
    }
  | {
      /** It ran elsewhere or earlier, or a person reported its outcome. */
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
      /** Text for the model. */
      readonly content: string;
      readonly authorization: Authorization;
    };

/**
 * Approval for agent loops of other programs. Pending requests are stored by the server: after a
 * restart of the loop, ask again with the same ids. Every function rejects with a `HitlError`. Its
 * `code` is `aborted` if the signal fired, `idempotency_conflict` if another call used the same
 * ids.
 */
export interface Gate {
  /**
   * Checks a call against rules and policies, asks a person if they require it, and waits for the
   * decision.
   */
  authorize(call: GateCall, options?: Signalled): Promise<Authorization>;
  /** Asks a person and waits for the answer. */
  ask(question: GateQuestion, options?: Signalled): Promise<Answer>;
  /**
   * Claims an allowed call: of all claims, in any process, one succeeds. Rejects with
   * `not_claimable` if the call may not run, with `run_finished` if its run was aborted.
   */
  claim(interactionId: string, options?: ClaimOptions): Promise<Claim>;
  /**
   * Reports the outcome of a claimed call; repeating it changes nothing. Rejects with `not_claimed`
   * if another host has the claim.
   */
  complete(interactionId: string, completion: Completion, options?: HolderOptions): Promise<void>;
  /**
   * Does all of this: authorizes the call, claims it, runs it if the claim succeeds, and reports
   * the result. An error of `execute` is reported as a failure and rethrown. If the call ran and its
   * result cannot be reported, it rejects with that error; `complete` can still report it.
   */
  run<T>(
    call: GateCall,
    execute: (args: JsonObject, run: ToolRun) => T | Promise<T>,
    options?: RunCallOptions,
  ): Promise<RunOutcome<T>>;
}
