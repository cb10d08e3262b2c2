import type { CreateRunInput } from '@hitl/protocol';
import {
  activeTree,
  canonicalJson,
  isFinished,
  sha256,
  rootOf,
  toRun,
  treeOf,
  type ControlState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { SessionKey } from '../store/store.ts';
import { mayActAs, type Caller } from '../store/caller.ts';
import type { EngineContext, Operation } from './context.ts';
import type { Agent } from '../agents/agent.ts';
import type { Command } from '../machine/commands.ts';
import type { CreateRunOptions, VisibleRun } from './engine.ts';
import { agentMissing, missingAgent } from '../runner/missing-agent.ts';
import { given } from '../base/given.ts';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import { notFound } from './failures.ts';
import { getRun } from './read.ts';
import type { Transacted } from '../log/session-log.ts';
import { openRuns } from '../machine/settle.ts';

/** Starts a run; this process executes it. */
export const createRun: Operation<'createRun'> = async (context, caller, input, options = {}) => {
  const agent = context.agents.get(input.agent_id);
  if (agent === undefined) {
    return notFound('agent', input.agent_id);
  }
  if (input.user_id !== undefined && !mayActAs(caller, input.user_id)) {
    return failure('forbidden', `You may not start a run for the user ${input.user_id}.`);
  }
  const userId = input.user_id ?? caller.userId ?? agent.userId;
  const ids = await idsOf(caller, input, options);
  const key: SessionKey = { tenantId: caller.tenantId, sessionId: ids.sessionId };
  const { idempotencyKey, runId } = options;
  const isNew = idempotencyKey === undefined && runId === undefined;
  const before = isNew ? null : await context.store.findRun(caller.tenantId, ids.runId);
  if (before !== null && idempotencyKey === undefined) {
    return failure('idempotency_conflict', `There is a run ${ids.runId} already.`);
  }
  if (before !== null) return repeated(context, caller, ids);
  const begins = await context.quota.mayBegin(caller.tenantId, userId);
  if (!begins.ok) return begins;
  // A reviewer that names no user continues a session in its owner's name, except with separate
  // reviewers: then the run has to name the asking user.
  const inOwnersName =
    caller.reviewer && input.user_id === undefined && !caller.anyUser && !context.separateReviewer;
  const storing = context.log.transact(key, async ({ state, commit }) => {
    if (!isNew && (await context.store.findErasedRun(caller.tenantId, ids.runId)) !== null) {
      const detail = `The run ${ids.runId} was deleted with its session. Use a new id or Idempotency-Key.`;
      return failure('idempotency_conflict', detail);
    }
    // The cached conversation may lack commits of other instances.
    if (commit > 0 && activeTree(state) === undefined) context.transcripts.prefetch(key, commit);
    return {
      type: 'start_run',
      runId: ids.runId,
      agentId: agent.name,
      userId: inOwnersName && state.session_id !== '' ? state.user_id : userId,
      input: input.input,
      stepId: crypto.randomUUID(),
      owner: context.owner,
      onBusy: onBusy(context, agent, state),
      ...(input.metadata !== undefined && { metadata: input.metadata }),
      ...(input.on_denied !== undefined && { onDenied: input.on_denied }),
      ...(idempotencyKey !== undefined && { bodyDigest: ids.bodyDigest }),
    };
  });
  // Read while the message is stored, since the model is called right after that.
  if (input.session_id !== undefined) context.transcripts.prefetch(key);
  const outcome = await storing;
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  if (outcome.kind !== 'appended') return repeated(context, caller, ids);
  context.runner.drive(key, ids.runId);
  const tree = treeOf(outcome.state, ids.runId);
  if (tree === undefined) throw new Error(`the log lost the run ${ids.runId}`);
  return success({ key, run: toRun(outcome.state, tree, rootOf(tree)) });
};

/**
 * Whether a new message may supersede a suspended run: if the agent is configured so, and this
 * instance has all agents of the run.
 */
function onBusy({ agents }: EngineContext, agent: Agent, state: ControlState) {
  const busy = activeTree(state);
  const isOthers = busy !== undefined && missingAgent(agents, busy) !== undefined;
  return agent.onNewMessage === 'supersede' && !isOthers ? 'supersede' : 'reject';
}

interface RunIds {
  readonly runId: string;
  readonly sessionId: string;
  readonly bodyDigest: string;
}

/** With an idempotency key the ids are derived from it, so that the log's compare-and-set decides. */
async function idsOf(
  caller: Caller,
  input: CreateRunInput,
  options: CreateRunOptions,
): Promise<RunIds> {
  const { idempotencyKey: key } = options;
  if (key === undefined) {
    return {
      runId: options.runId ?? crypto.randomUUID(),
      sessionId: input.session_id ?? crypto.randomUUID(),
      bodyDigest: '',
    };
  }
  const { agent_id, session_id, user_id, metadata, on_denied } = input;
  const body = { agent_id, input: input.input, session_id, user_id, metadata, on_denied };
  const derive = (what: string) =>
    sha256(canonicalJson([what, caller.tenantId, caller.userId, key]));
  const [runId, sessionId, bodyDigest] = await Promise.all([
    derive('run'),
    derive('session'),
    sha256(canonicalJson(body)),
  ]);
  return {
    runId: options.runId ?? toUuid(runId),
    sessionId: session_id ?? toUuid(sessionId),
    bodyDigest,
  };
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** The key was used before: the same body gets the run that it created. */
async function repeated(
  context: EngineContext,
  caller: Caller,
  ids: RunIds,
): Promise<Result<VisibleRun>> {
  const found = await context.store.findRun(caller.tenantId, ids.runId);
  if (found === null) throw new Error(`the store lost the run ${ids.runId}`);
  const key = { tenantId: caller.tenantId, sessionId: found.sessionId };
  const [first] = await context.store.readRun(key, found.run.root_run_id, 0, 1);
  const digest = first?.type === 'run_started' ? first.data.body_digest : undefined;
  if (digest !== ids.bodyDigest) {
    return failure(
      'idempotency_conflict',
      'This Idempotency-Key was already used with another body. Use a new key for a new run.',
    );
  }
  return success({ key, run: found.run });
}

/** Pauses or resumes the tree of a run, or aborts a run with its nested runs. */
export const controlRun: Operation<'control'> = async (context, caller, signal) => {
  const found = await getRun(context, caller, signal.run_id);
  if (!found.ok) return found;
  const { key, run } = found.value;
  const { run_id: runId, action, payload } = signal;
  const reason = payload?.['reason'];
  const isGone = action === 'abort_run' && payload?.['code'] === 'agent_missing';
  const outcome = await context.log.transact(key, async ({ state }) => {
    const running = treeOf(state, runId);
    const missing = running === undefined ? undefined : missingAgent(context.agents, running);
    if (missing !== undefined && action === 'resume_run') return agentMissing(missing);
    const refusal = isGone ? notGone(caller, missing) : undefined;
    if (refusal !== undefined) return refusal;
    return {
      type: 'control',
      runId,
      action,
      owner: context.owner,
      isApproved: action === 'resume_run' && (await isApproved(context, key, running)),
      ...given({
        agentMissing: isGone ? missing : undefined,
        by: caller.userId ?? undefined,
        reason: typeof reason === 'string' ? reason : undefined,
        payload,
      }),
    } satisfies Command;
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  const { root_run_id: root } = run;
  const tree = treeOf(outcome.state, root);
  if (tree !== undefined && !isFinished(tree)) {
    const isOurs = !rootOf(tree).external;
    if (action === 'resume_run' && isOurs) await claimRun(context, key, root);
    // The aborted run was the last one that its parents waited for.
    if (tree.owner === context.owner) context.runner.drive(key, root);
  }
  const after = await context.store.findRun(caller.tenantId, runId);
  const open = tree === undefined ? [] : openRuns(tree).map(({ id }) => id);
  const affected = action === 'abort_run' ? endedBy(outcome) : open;
  return success({ ...(after?.run ?? run), affected_run_ids: affected });
};

/** Whether the run is an approved call of an external loop, and not the execution of one. */
async function isApproved(
  { store }: Pick<EngineContext, 'store'>,
  key: SessionKey,
  tree: RunTree | undefined,
): Promise<boolean> {
  if (tree?.paused !== true || !rootOf(tree).external || tree.pending.length > 0) return false;
  const [first] = await store.readRun(key, tree.root_run_id, 0, 1);
  return first?.type === 'run_started' && first.data.executes === undefined;
}

/** The runs that a signal has ended, deepest first. */
function endedBy(outcome: Transacted): string[] {
  const events = outcome.kind === 'appended' ? outcome.events : [];
  return events
    .filter(({ type }) => type === 'run_aborted' || type === 'run_failed')
    .map(({ run_id: id }) => id);
}

/** Refuses a report of a missing agent, except from an operator to a server that lacks the agent. */
function notGone(caller: Caller, missing: string | undefined): Failure | undefined {
  if (!caller.reviewer) {
    return failure('forbidden', 'Only a reviewer may report that an agent is missing.');
  }
  if (missing !== undefined) return undefined;
  const message = 'is agent_missing, but this server has every agent of the run';
  return failure('invalid_request', `The signal was refused: its code ${message}.`, {
    errors: [{ path: 'payload.code', message }],
  });
}

/** Executes a run without an owner: it was resumed, or its owner is gone. */
export async function claimRun(
  context: EngineContext,
  key: SessionKey,
  rootRunId: string,
  mayTake: (owner: string, until: string | undefined, now: string) => boolean = (_, until, now) =>
    until === undefined || until <= now,
): Promise<void> {
  const outcome = await context.log.transact(key, ({ state, now, ownerUntil: until }) => {
    const tree = treeOf(state, rootRunId);
    if (tree === undefined || isFinished(tree) || tree.paused || tree.pending.length > 0) {
      return null;
    }
    if (missingAgent(context.agents, tree) !== undefined) return null;
    const { owner } = tree;
    if (owner === context.owner) return null;
    if (owner !== undefined && !mayTake(owner, until, now)) return null;
    return {
      type: 'claim_run',
      runId: rootRunId,
      owner: context.owner,
      expectedOwner: owner ?? null,
    };
  });
  if (treeOf(outcome.state, rootRunId)?.owner === context.owner) {
    context.runner.drive(key, rootRunId);
  }
}
