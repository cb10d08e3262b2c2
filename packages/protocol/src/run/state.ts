import type {
  InteractionRequest,
  InteractionResponse,
  OnDenied,
  Run,
  RunStatus,
  SavedRule,
  VerdictDecision,
  SessionStatus,
} from '../generated/types.ts';
import { formatTime, parseTime } from '../time.ts';

/**
 * State of one call. `proposed` → evaluated → `waiting` (a person is asked), `ready` (may run, or
 * is answered) or `refused`. From `ready`: `started` → `done`. From `refused`: `done`. A `started`
 * call whose owner died is `unknown` until it is rerun or a person has decided.
 */
export type CallStatus =
  | 'proposed'
  | 'waiting'
  | 'ready'
  | 'refused'
  | 'started'
  | 'unknown'
  | 'done';

/** Why a call will not run; `failed`: a person decided that an unknown outcome was a failure. */
export interface Refusal {
  kind: 'denied' | 'declined' | 'unanswered' | 'cancelled' | 'failed';
  /** As in the result, including the person's note. */
  reason: string;
}

/** An answer to a question of a call. */
export interface RecordedAnswer {
  /** The key under which `context.ask` finds it again. */
  readonly key?: string;
  readonly response: InteractionResponse;
}

/** One call of the open batch. */
export interface CallState {
  readonly tool_call_id: string;
  readonly tool_name: string;
  /** The arguments that will run: the proposed ones until a person edits them. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: CallStatus;
  /** The text a model sent instead of arguments. */
  readonly invalid_args?: string;
  /** The verdict of the policy chain. */
  readonly verdict?: VerdictDecision;
  readonly refusal?: Refusal;
  /** A person approved it: no person is asked again; only a denial can still stop it. */
  readonly approved?: boolean;
  /** Digest of the approved call: only that call may run. */
  readonly args_digest?: string;
  /** Digest of the approved tool: only that tool may run. */
  readonly tool_digest?: string;
  /** A person edited the arguments. */
  readonly edited?: boolean;
  /** A person supplied the result: it is recorded, nothing runs. */
  readonly supplied?: boolean;
  /** Answers to its questions, in order; sensitive values are replaced by handles. */
  readonly answers: readonly RecordedAnswer[];
  /** Number of times it was started. */
  readonly attempt: number;
  /** The claim of the run under which it was last started. */
  readonly claim?: number;
  /** The nested run that this call started. */
  readonly nested_run_id?: string;
}

/** The tool calls of one assistant message: evaluated, settled and executed together. */
export interface BatchState {
  readonly message_id: string;
  readonly judged: boolean;
  /** In call order. */
  readonly calls: readonly CallState[];
}

/** One run of a tree. */
export interface RunState {
  readonly id: string;
  readonly agent_id: string;
  readonly user_id: string | null;
  readonly parent_run_id: string | null;
  readonly parent_tool_call_id: string | null;
  readonly external: boolean;
  /** Effect of a denial, if set when the run was started. Root runs only. */
  readonly on_denied?: OnDenied;
  /** Belongs to an external agent loop, and stays open until it is ended. */
  readonly ongoing?: true;
  /** Number of model calls. */
  readonly steps: number;
  readonly batch?: BatchState;
  /** Its final status, once it has ended. */
  readonly ended?: 'completed' | 'failed' | 'aborted';
  readonly response: string | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A request that waits for a person. */
export interface PendingInteraction {
  /** `expires_at` and `paused` are kept up to date. */
  readonly request: InteractionRequest;
  /** `seq` of the event that asked. */
  readonly seq: number;
  /** Remaining time when its clock was stopped. */
  readonly remaining_ms?: number;
}

/** Rules of a winning answer that are not stored yet. */
export interface UnsavedRules {
  readonly interaction_id: string;
  /** The run that asked; after its end, its parent. */
  readonly run_id: string;
  /** Owner of the rules, if the run has no user. */
  readonly user_id?: string;
  readonly rules: readonly SavedRule[];
}

/** A root run with the nested runs below it. */
export interface RunTree {
  readonly root_run_id: string;
  readonly last_seq: number;
  /** Every run by its id: the root, and nested ones until their parent has their result. */
  readonly runs: Readonly<Record<string, RunState>>;
  /** Pending requests, oldest first. */
  readonly pending: readonly PendingInteraction[];
  readonly unsaved: readonly UnsavedRules[];
  /**
   * Ids of the requests that suspended the run, including settled ones; empty while it is not
   * suspended.
   */
  readonly latch: readonly string[];
  /** Stopped by `pause_run`. */
  readonly paused: boolean;
  /** The owner; `null` while the run is suspended or has ended. */
  readonly owner?: string;
  /** Number of claims. */
  readonly attempt: number;
}

/**
 * The control state of a session's log, read by `decide` and `nextEffect`. Bounded: it contains the
 * unfinished trees and the newest run, even if finished, and no message bodies.
 */
export interface ControlState {
  /** Empty until the first event. */
  readonly session_id: string;
  /** The user of the first run. */
  readonly user_id: string | null;
  /** The first input, shortened. */
  readonly title: string;
  /** The sequence of the newest step. */
  readonly last_sequence: number;
  /** The time of the newest event; empty at first. */
  readonly last_timestamp: string;
  /** By root run id. */
  readonly trees: Readonly<Record<string, RunTree>>;
}

/** The state of an empty log. */
export const INITIAL_CONTROL: ControlState = {
  session_id: '',
  user_id: null,
  title: '',
  last_sequence: 0,
  last_timestamp: '',
  trees: {},
};

/** The tree that a run belongs to. */
export function treeOf(state: ControlState, runId: string): RunTree | undefined {
  if (Object.hasOwn(state.trees, runId)) return state.trees[runId];
  return Object.values(state.trees).find(({ runs }) => Object.hasOwn(runs, runId));
}

/** One run of a tree. */
export function runOf(tree: RunTree, runId: string): RunState | undefined {
  return Object.hasOwn(tree.runs, runId) ? tree.runs[runId] : undefined;
}

/** The tree's root run. */
export function rootOf(tree: RunTree): RunState {
  const root = runOf(tree, tree.root_run_id);
  if (root === undefined) throw new Error(`the tree ${tree.root_run_id} has no root`);
  return root;
}

/** Whether the tree's root run has ended. */
export function isFinished(tree: RunTree): boolean {
  return rootOf(tree).ended !== undefined;
}

/** The unfinished tree that keeps the session busy; external calls do not. */
export function activeTree(state: ControlState): RunTree | undefined {
  return Object.values(state.trees).find((tree) => {
    const root = rootOf(tree);
    return root.ended === undefined && !root.external;
  });
}

/** The run and its ancestors, innermost first. */
export function chainOf(tree: RunTree, runId: string): RunState[] {
  const chain: RunState[] = [];
  for (let id: string | null = runId; id !== null;) {
    const run: RunState | undefined = runOf(tree, id);
    if (run === undefined) break;
    chain.push(run);
    id = run.parent_run_id;
  }
  return chain;
}

/** Pending requests of a run and its nested runs, oldest first. */
export function pendingOf(tree: RunTree, runId: string): PendingInteraction[] {
  return tree.pending.filter(({ request }) =>
    chainOf(tree, request.run_id).some(({ id }) => id === runId),
  );
}

/** The status in the HTTP API. */
export function statusOf(tree: RunTree, run: RunState): RunStatus {
  if (run.ended !== undefined) return run.ended;
  if (tree.paused) return 'paused';
  return pendingOf(tree, run.id).length > 0 ? 'suspended' : 'running';
}

/** A run as in the HTTP API. */
export function toRun(state: ControlState, tree: RunTree, run: RunState): Run {
  return {
    id: run.id,
    session_id: state.session_id,
    agent_id: run.agent_id,
    user_id: run.user_id,
    status: statusOf(tree, run),
    pending_interaction_ids: pendingOf(tree, run.id).map(({ request }) => request.id),
    parent_run_id: run.parent_run_id,
    root_run_id: tree.root_run_id,
    response: run.response,
    error: run.error,
    last_seq: tree.last_seq,
    created_at: run.created_at,
    updated_at: run.updated_at,
  };
}

/** A pending request with its tree, by interaction id. */
export function findPending(
  state: ControlState,
  interactionId: string,
): { tree: RunTree; pending: PendingInteraction } | undefined {
  for (const tree of Object.values(state.trees)) {
    const pending = tree.pending.find(({ request }) => request.id === interactionId);
    if (pending !== undefined) return { tree, pending };
  }
  return undefined;
}

/** The earliest deadline of a pending request, in UTC; `null` if there is none. */
export function nextDeadline(state: ControlState): string | null {
  const deadlines = Object.values(state.trees)
    .flatMap(({ pending }) => pending.map(({ request }) => parseTime(request.expires_at ?? '')))
    .filter((deadline) => deadline !== null);
  return deadlines.length === 0
    ? null
    : formatTime(deadlines.reduce((least, deadline) => Math.min(least, deadline)));
}

/** Status of the session. */
export function sessionStatus(state: ControlState): SessionStatus {
  const trees = Object.values(state.trees);
  if (trees.some(({ pending }) => pending.length > 0)) return 'waiting_permission';
  return trees.some((tree) => !isFinished(tree)) ? 'generating' : 'idle';
}
