import type { InteractionResponse } from '@hitl/protocol';
import type { InteractionRecord } from '../store/store.ts';
import type { Caller } from '../store/caller.ts';
import type { EngineContext, Operation } from './context.ts';
import type { AnswerOptions } from './engine.ts';
import { seenBy } from './own-query.ts';
import { respond } from './respond.ts';
import { given } from '../base/given.ts';
import { failure, mapped, success, type Result } from '../base/result.ts';

/** Number of interactions of a call that are read, newest first. */
const MAX_INTERACTIONS = 50;

/** A decision about one call, by its tool-call id. */
export const decideCall: Operation<'decide'> = async (context, caller, decision, options = {}) => {
  const { tool_call_id: callId, action, run_id: runId } = decision;
  const found = await findByCall(context, caller, callId, runId, options);
  if (!found.ok) return found;
  const request = found.value.interaction_request;
  const { modified_args, text, note, reviewer_id } = decision;
  const response: InteractionResponse = {
    request_id: request.id,
    type: request.type,
    action,
    ...given({ modified_args, text, note, reviewer_id }),
  };
  const outcome = await respond(context, caller, request.id, response, options);
  return mapped(outcome, () => ({ tool_call_id: callId, status: STATUS_OF[action] }));
};

const STATUS_OF = {
  approve: 'granted',
  modify_args: 'granted',
  answer: 'granted',
  deny: 'denied',
  pause: 'pending',
  resume: 'pending',
  abort_run: 'cancelled',
} as const;

/** Approval or denial of a call, with rules to remember. */
export const consentTo: Operation<'consent'> = async (context, caller, consent, options = {}) => {
  const { tool_call_id: callId, decision, patterns, deny_patterns: denied = [] } = consent;
  const found = await findByCall(context, caller, callId, consent.run_id, options);
  if (!found.ok) return found;
  const request = found.value.interaction_request;
  const remembers = patterns.length > 0 || denied.length > 0;
  const response: InteractionResponse = {
    request_id: request.id,
    type: request.type,
    action: decision === 'allow' ? 'approve' : 'deny',
    ...given({ user_id: consent.user_id }),
    remember: {
      scope: remembers ? 'always' : 'once',
      ...((patterns.length > 0 || decision === 'allow') && remembers && { patterns }),
      ...(denied.length > 0 && { deny_patterns: denied }),
      ...given({ expires_at: consent.expires_at }),
    },
  };
  const outcome = await respond(context, caller, request.id, response, options);
  if (!outcome.ok) return outcome;
  const { pendingCount: waiting, rulesPending: areRulesPending } = outcome.value;
  const noun = decision === 'allow' ? 'Consent' : 'Denial';
  const what =
    decision === 'allow' && areRulesPending !== true ? 'Consent saved' : `${noun} recorded`;
  const rest =
    areRulesPending === true ? '; its rules could not be saved yet and will be saved later' : '';
  const message =
    waiting === 0
      ? `${what} and execution resumed`
      : `${noun} recorded, waiting for ${waiting} more`;
  return success({ success: true, tool_call_id: callId, message: `${message}${rest}` });
};

/**
 * The interaction that the caller answered with this idempotency key, else the pending interaction of
 * the call, else its newest one. Models repeat ids such as `call_1`, so interactions of several runs
 * are ambiguous without a run.
 */
async function findByCall(
  context: EngineContext,
  caller: Caller,
  callId: string,
  runId: string | undefined,
  { idempotencyKey: key }: AnswerOptions,
): Promise<Result<InteractionRecord>> {
  const visible = (status?: 'pending') =>
    context.store.findInteractionsOfCall({
      ...seenBy(caller),
      toolCallId: callId,
      limit: MAX_INTERACTIONS,
      ...given({ runId, status }),
    });
  const [all, pending] = await Promise.all([visible(), visible('pending')]);
  const repeated = all.filter(
    ({ idempotency_key: used, caller: by }) =>
      key !== undefined && used === key && by === (caller.userId ?? undefined),
  );
  const candidates = [repeated, pending].find(({ length }) => length > 0) ?? all;
  const runs = new Set(candidates.map(({ run_id: id }) => id));
  const [newest] = candidates;
  if (newest === undefined) {
    return failure('interaction_not_found', `No interaction is known for the tool call ${callId}.`);
  }
  if (runs.size > 1) {
    return failure(
      'ambiguous_tool_call',
      `${runs.size} runs have a tool call ${callId}. Send the run_id too.`,
      { run_ids: [...runs] },
    );
  }
  return success(newest);
}
