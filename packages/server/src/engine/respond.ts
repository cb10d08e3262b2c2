import type { InteractionResponse, RespondBatchResult } from '@hitl/protocol';
import {
  actionOf,
  findPending,
  rootOf,
  toRun,
  treeOf,
  type ControlState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { InteractionRecord, LoadedSession, SessionKey } from '../store/store.ts';
import { renewal } from '../approval/ask-again.ts';
import { sees, type Caller } from '../store/caller.ts';
import type { Command } from '../machine/commands.ts';
import type { EngineContext, Operation } from './context.ts';
import type { AnswerOptions, Settlement } from './engine.ts';
import { agentMissing, missingAgent } from '../runner/missing-agent.ts';
import { lookAhead } from '../runner/look-ahead.ts';
import { saveRules } from '../runner/save-rules.ts';
import { expireOverdue } from './expire-overdue.ts';
import { prepareAnswer } from './prepare-answer.ts';
import { given } from '../base/given.ts';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import { notFound } from './failures.ts';
import { compareAnswer } from './same-answer.ts';
import { viewOf } from './interaction-view.ts';

/** Settles one interaction: every endpoint for answers ends here. */
export const respond: Operation<'respond'> = async (
  context,
  caller,
  interactionId,
  response,
  options = {},
) => {
  const own = await context.ownRequests.find(caller.tenantId, interactionId);
  const record =
    own?.record ?? (await context.store.findInteraction(caller.tenantId, interactionId));
  if (record === null || !sees(caller, record.user_id))
    return notFound('interaction', interactionId);
  const forged = forgedUser(caller, response) ?? ownRequest(context, caller, record);
  if (forged !== undefined) return forged;
  const key = { tenantId: caller.tenantId, sessionId: record.session_id };
  let kept: InteractionResponse | null = null;
  let started = false;
  const make = async (loaded: LoadedSession) => {
    const refusal = refusedHere(context, loaded.state, interactionId, response);
    if (refusal !== undefined) return refusal;
    const again = await renewal(context, key, loaded, interactionId, response);
    if (again !== null) return again;
    const prepared = await prepareAnswer(context, key, loaded, interactionId, { caller, response });
    if (!prepared.ok) return prepared;
    const { request, ...rest } = prepared.value;
    // Secrets are stored once, even if other instances are faster, and only for an answer that can
    // still win.
    if (request !== undefined) {
      kept ??= await context.secrets.moveToVault(key, request, response);
      if (kept === null) return noVault(interactionId);
    }
    const answer: Command = {
      type: 'answer',
      interactionId,
      response: kept ?? response,
      given: response,
      ...rest,
      owner: context.owner,
      ...given({ caller: caller.userId ?? undefined, idempotencyKey: options.idempotencyKey }),
    };
    return lookAhead(context, key, loaded, record.run_id, answer);
  };
  const outcome = await context.starts.during(record.root_run_id, async () => {
    const transacted = await context.log.transact(key, make, own?.loaded);
    if (transacted.kind !== 'appended') return transacted;
    started = context.starts.note(transacted);
    if (started) context.runner.drive(key, record.root_run_id, transacted.elapsed);
    return transacted;
  });
  switch (outcome.kind) {
    case 'appended':
      if (outcome.commands[0].type === 'ask_again') return replaced(context, key, interactionId);
      // Calls start only once all rules are stored.
      if (started) return currentSettlement(context, key, interactionId, outcome);
      return settled(context, key, record, outcome);
    case 'nothing':
      return currentSettlement(context, key, interactionId, outcome);
    case 'too_late':
      await expireOverdue(context, key);
      return expired(record);
    case 'problem':
      if (outcome.problem.code === 'interaction_expired') await expireOverdue(context, key);
      return { ok: false, problem: outcome.problem };
    case 'not_pending':
    case 'not_owner':
      return repeated(context, caller, key, interactionId, response, options);
  }
};

/** An instance without the run's agents refuses answers; ending the run needs no agent. */
function refusedHere(
  { agents }: EngineContext,
  state: ControlState,
  interactionId: string,
  response: InteractionResponse,
): Failure | undefined {
  const found = findPending(state, interactionId);
  if (found === undefined) return undefined;
  const missing = missingAgent(agents, found.tree);
  if (missing === undefined) return undefined;
  const ends = actionOf(found.pending.request, response) === 'abort_run';
  return ends ? undefined : agentMissing(missing);
}

/** State of a session, and the interactions changed by its last commit, if known. */
interface Outcome {
  readonly state: ControlState;
  readonly interactions?: readonly InteractionRecord[];
}

/** After the answer won: its rules are stored, then the run continues in the background. */
async function settled(
  context: EngineContext,
  key: SessionKey,
  record: InteractionRecord,
  after: Outcome,
): Promise<Result<Settlement>> {
  const { state } = after;
  const tree = treeOf(state, record.root_run_id);
  const saved = tree === undefined || (await trySaving(context, key, tree));
  if (tree?.owner === context.owner) context.runner.drive(key, tree.root_run_id);
  const settlement = await currentSettlement(context, key, record.interaction_request.id, after);
  if (!settlement.ok || saved) return settlement;
  return success({ ...settlement.value, rulesPending: true });
}

/**
 * Saves the rules of a winning answer. If that fails, the answer still counts: the failure is
 * reported in the run's events, and the next owner of the run saves the rules before running any of
 * its calls.
 */
async function trySaving(context: EngineContext, key: SessionKey, tree: RunTree): Promise<boolean> {
  if (tree.unsaved.length === 0) return true;
  try {
    await saveRules(context, key, tree);
    return true;
  } catch (error) {
    context.onError(error);
    await context.log
      .transact(key, {
        type: 'note_error',
        runId: tree.root_run_id,
        error:
          'The answer was accepted, but its rules could not be saved yet. They will be saved later.',
        code: 'rules_pending',
      })
      .catch((later: unknown) => context.onError(later));
    return false;
  }
}

async function currentSettlement(
  context: EngineContext,
  key: SessionKey,
  interactionId: string,
  { state, interactions = [] }: Outcome,
): Promise<Result<Settlement>> {
  const record =
    interactions.find(({ interaction_request: request }) => request.id === interactionId) ??
    (await context.store.findInteraction(key.tenantId, interactionId));
  if (record === null) return notFound('interaction', interactionId);
  const tree = treeOf(state, record.root_run_id);
  const run =
    tree === undefined
      ? (await context.store.findRun(key.tenantId, record.root_run_id))?.run
      : toRun(state, tree, rootOf(tree));
  if (run === undefined) return notFound('interaction', interactionId);
  return success({
    key,
    run,
    interaction: viewOf(record),
    pendingCount: tree?.pending.length ?? 0,
    after: record.settled_after ?? run.last_seq,
  });
}

/** The interaction is already answered: the same answer gets the same reply as the first time. */
async function repeated(
  context: EngineContext,
  caller: Caller,
  key: SessionKey,
  interactionId: string,
  response: InteractionResponse,
  options: AnswerOptions,
): Promise<Result<Settlement>> {
  const record = await context.store.findInteraction(key.tenantId, interactionId);
  if (record === null) return notFound('interaction', interactionId);
  if (record.status === 'expired') return expired(record);
  if (record.superseded_by !== undefined) return replaced(context, key, interactionId);
  const secrets = await context.secrets.open(key);
  const first = secrets.reveal(record);
  switch (compareAnswer(first, response, caller.userId ?? undefined, options)) {
    case 'same': {
      // The first instance may have died after storing the answer but before storing its rules.
      return settled(context, key, record, await context.log.load(key));
    }
    case 'key_conflict':
      return failure(
        'idempotency_conflict',
        'This Idempotency-Key was already used for another answer. Use a new key for a new answer.',
      );
    case 'other':
      return failure(
        'already_resolved',
        `Interaction ${interactionId} is ${record.status} already, so this response was not recorded.`,
        { interaction: viewOf(record) },
      );
  }
}

/** Settles each response separately. The run resumes once, when its last request is settled. */
export const respondAll: Operation<'respondAll'> = async (
  context,
  caller,
  responses,
  options = {},
) => {
  const results: RespondBatchResult['results'] = [];
  for (const response of responses) {
    const { request_id } = response;
    const { idempotencyKey: key } = options;
    const own = key === undefined ? {} : { idempotencyKey: `${key}:${request_id}` };
    const outcome = await respond(context, caller, request_id, response, own);
    const { ok } = outcome;
    results.push({ request_id, ok, ...(!outcome.ok && { problem: outcome.problem }) });
  }
  return { results };
};

/** Refuses an answer in the name of another user than the authenticated caller. */
function forgedUser(caller: Caller, response: InteractionResponse) {
  const { user_id: named } = response;
  if (named === undefined || caller.anyUser || named === caller.userId) return undefined;
  return failure('forbidden', `You may not answer as the user ${named}.`);
}

/** Refuses answers to a caller's own request, if reviewers are separate. */
function ownRequest(
  { separateReviewer: separate }: EngineContext,
  caller: Caller,
  { interaction_request: request, user_id: asker }: InteractionRecord,
) {
  const isOwn = caller.userId !== null && caller.userId === asker;
  // Not only authorizations: the answer to a recovery request can run a call again.
  if (!separate || !isOwn || request.purpose === 'question') return undefined;
  return failure('forbidden', 'You asked for this yourself; someone else has to decide.');
}

/** The server that asked had a vault; this one would have to store the secret in clear text. */
function noVault(interactionId: string) {
  const message = 'is sensitive, and this server has no vault to store it';
  return failure(
    'invalid_response',
    `The answer to ${interactionId} was not recorded: it ${message}. Set HITL_SECRET_KEY, or decline to answer.`,
    { errors: [{ path: 'text', message }] },
  );
}

/**
 * Replaces a request whose tool was replaced meanwhile: nothing runs, and a new request asks about
 * the new tool.
 */
async function replaced(context: EngineContext, key: SessionKey, interactionId: string) {
  const record = await context.store.findInteraction(key.tenantId, interactionId);
  if (record === null) return notFound('interaction', interactionId);
  return failure(
    'stale_approval',
    `The tool ${record.interaction_request.tool_name} was replaced since interaction ${interactionId} was shown, so this response was not recorded. Look at ${record.superseded_by}, which asks about the current tool.`,
    { interaction: viewOf(record) },
  );
}

function expired(record: InteractionRecord) {
  const { id, expires_at: at } = record.interaction_request;
  return failure(
    'interaction_expired',
    `Interaction ${id} was not found or expired${at === undefined ? '' : ` at ${at}`}, so the response was not recorded.`,
    { interaction: viewOf(record) },
  );
}
