import type { CreateInteractionInput, GateOutcome, RunEvent } from '@hitl/protocol';
import {
  canonicalJson,
  decisionOf,
  rootOf,
  sha256,
  undecided,
  type RunTree,
} from '@hitl/protocol/fold';
import type { InteractionRecord, SessionKey } from '../store/store.ts';
import { NO_AGENT } from '../agents/agent.ts';
import { given } from '../base/given.ts';
import type { EngineContext } from './context.ts';
import type { ExternalOutcome } from './engine.ts';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import { otherCall } from './failures.ts';
import { viewOf } from './interaction-view.ts';

/** Maximum number of interactions of a call that are read. */
const MAX_INTERACTIONS = 200;

type KnownOutcome = Promise<Result<ExternalOutcome> | null>;

/** The id of an external run about a call: one of each purpose for each call of a session. */
export async function externalRunId(
  purpose: 'external' | 'execution',
  { tenantId, sessionId }: SessionKey,
  toolCallId: string,
): Promise<string> {
  const digest = await sha256(canonicalJson([purpose, tenantId, sessionId, toolCallId]));
  return `ext-${digest.slice(0, 32)}`;
}

/** Outcome of an earlier request of a call that is a separate run; `null`: there was none. */
export async function ownRunOutcome(
  context: EngineContext,
  key: SessionKey,
  runId: string,
  digest: string,
): KnownOutcome {
  const found = await context.store.findRun(key.tenantId, runId);
  if (found === null) return null;
  const events = await context.store.readRun(key, runId, 0, 3);
  const [first] = events;
  if (digestIn(first) !== digest) return otherCall();
  const id = events.map(interactionIn).find((one) => one !== undefined);
  if (id !== undefined) {
    const record = await context.store.findInteraction(key.tenantId, id);
    return record && success({ isNew: false, outcome: interactionOutcome(record) });
  }
  const outcome = decidedIn(events);
  return outcome === null ? null : success({ isNew: false, outcome });
}

/**
 * The request about a call in the run of its loop; `null`: no one was asked. If a rule or a policy
 * decided there, the call is evaluated again.
 */
export async function callOutcome(
  context: EngineContext,
  key: SessionKey,
  { run_id, tool_call_id }: CreateInteractionInput,
  digest: string,
): KnownOutcome {
  const [newest, ...older] = await context.store.findInteractionsOfCall({
    ...key,
    toolCallId: tool_call_id,
    limit: MAX_INTERACTIONS,
    ...given({ runId: run_id }),
  });
  const first = older.at(-1) ?? newest;
  if (first === undefined || newest === undefined) return null;
  // A call is evaluated right before a person is asked.
  const [evaluated] = await context.store.readRun(key, first.run_id, first.seq - 2, 1);
  if (digestIn(evaluated) !== digest) return otherCall();
  return success({ isNew: false, outcome: interactionOutcome(newest) });
}

/** The request of an event, or the equal one that it refers to. */
function interactionIn(event: RunEvent): string | undefined {
  if (event.type === 'interaction_request') return event.data.interaction_request.id;
  return event.type === 'run_started' ? event.data.joined_interaction_id : undefined;
}

/** Why no call can be submitted for approval in a run with this id; `undefined` if one can. */
export async function runRefusal(
  { store }: EngineContext,
  key: SessionKey,
  id: string,
  tree: RunTree | undefined,
  agentId: string = NO_AGENT,
): Promise<Failure | undefined> {
  const found = await store.findRun(key.tenantId, id);
  if (found === null) {
    if (!id.startsWith('ext-')) return undefined;
    const message = 'begins with ext-, which is reserved for ids of the server';
    const errors = [{ path: 'run_id', message }];
    return failure('invalid_request', `The run_id ${message}.`, { errors });
  }
  const root = tree === undefined ? undefined : rootOf(tree);
  const isOurs = root !== undefined && root.ongoing !== true;
  if (found.sessionId !== key.sessionId || isOurs) {
    const detail = `The run_id ${id} belongs to another run. Use a new id, with 128 random bits.`;
    return failure('idempotency_conflict', detail);
  }
  if (root === undefined || root.ended !== undefined) {
    return failure('run_finished', `Run ${id} has ended. Start another one.`);
  }
  if (root.agent_id === agentId) return undefined;
  const message = 'differs from that of the run’s first call';
  const errors = [{ path: 'agent_id', message }];
  return failure('invalid_request', `The agent_id ${message}.`, { errors });
}

/** The decision of a rule or a policy, in the common shape; `null`: a person is asked. */
export function decidedIn(events: readonly RunEvent[]): GateOutcome | null {
  const evaluated = events.find((event) => event.type === 'batch_judged');
  const [verdict] = evaluated?.data.verdicts ?? [];
  if (evaluated === undefined || verdict === undefined || verdict.decision === 'needs_auth') {
    return null;
  }
  const { decision, reason } = verdict;
  if (decision !== 'allowed') return { decision: 'denied', reason };
  return { decision, reason, interaction_id: `${evaluated.run_id}:${evaluated.seq}` };
}

/**
 * Log position of a call that was allowed without asking a person; `null`: the id has another form.
 */
export function allowedAt(id: string): { readonly runId: string; readonly seq: number } | null {
  const [, runId, seq] = /^(.+):([1-9]\d{0,14})$/s.exec(id) ?? [];
  return runId === undefined ? null : { runId, seq: Number(seq) };
}

/** The state of an interaction, in the common shape. */
export function interactionOutcome(record: InteractionRecord): GateOutcome {
  const view = viewOf(record);
  const decision = decisionOf(view);
  const reason = decision === 'denied' ? undecided(view.status) : undefined;
  return { decision, interaction_id: view.interaction_request.id, ...given({ reason }), ...view };
}

function digestIn(event: RunEvent | undefined): string | undefined {
  const isMarked = event?.type === 'run_started' || event?.type === 'batch_judged';
  return isMarked ? event.data.body_digest : undefined;
}
