import type { CreateInteractionInput, GateOutcome } from '../generated/types.ts';
import { actionOf } from '../interaction/action.ts';
import { answerContent, undecided } from '../interaction/gate-outcome.ts';
import { checkCall, checkQuestion } from './check-asked.ts';
import type { Answer, Authorization, GateCall, GateQuestion } from './gate-types.ts';

/** A call in the form of the HTTP API. */
export function callInput(call: GateCall): CreateInteractionInput {
  checkCall(call);
  const { toolName, toolArgs, tool = {}, title, description } = call;
  const { parameters, injectedArgs, riskLevel } = tool;
  return {
    ...askedInput(call),
    tool_name: toolName,
    tool_args: { ...toolArgs },
    ...(parameters !== undefined && { tool_schema: { ...parameters } }),
    ...(injectedArgs !== undefined && { injected_args: [...injectedArgs] }),
    ...(riskLevel !== undefined && { risk_level: riskLevel }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** A question in the form of the HTTP API. */
export function questionInput(asked: GateQuestion): CreateInteractionInput {
  checkQuestion(asked);
  return { ...asked.question, ...askedInput(asked) };
}

function askedInput(asked: Omit<GateQuestion, 'question'>): CreateInteractionInput {
  const { userId, agentId, runId, allowedActions, reason, metadata } = asked;
  const { expiresAt, expiresInMs } = asked;
  return {
    session_id: asked.sessionId,
    tool_call_id: asked.toolCallId,
    ...(userId !== undefined && { user_id: userId }),
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(runId !== undefined && { run_id: runId }),
    ...(allowedActions !== undefined && { allowed_actions: [...allowedActions] }),
    ...(reason !== undefined && { reason }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
    ...(expiresInMs !== undefined && { expires_in_ms: expiresInMs }),
  };
}

/** The decision about a call. An unknown outcome counts as a denial without a decider. */
export function authorizationOf(
  outcome: GateOutcome,
  args: Readonly<Record<string, unknown>>,
): Authorization {
  const { decision, interaction_request: request, response, status } = outcome;
  const { reason, interaction_id: id = null } = outcome;
  const base = { args, ...(status !== undefined && { status }) };
  if (decision === 'allowed') {
    const why = reason === undefined ? {} : { reason };
    return { ...base, decision: 'allow', decidedBy: 'rule', interactionId: id, ...why };
  }
  if (decision !== 'answered' || request === undefined || response === undefined) {
    // A denial without a request: nobody was asked, since a rule or a policy had decided.
    const decidedBy = decision === 'denied' && request === undefined ? 'rule' : 'none';
    const why = reason ?? undecided(status);
    return { ...base, decision: 'deny', decidedBy, interactionId: null, reason: why };
  }
  const { note, text, modified_args: modified } = response;
  const by = outcome.resolved_by ?? response.reviewer_id;
  const person = {
    ...base,
    decidedBy: 'person' as const,
    ...(note !== undefined && { note }),
  };
  const approved = { decision: 'allow' as const, interactionId: request.id };
  const approvedBy = by === undefined ? {} : { approvedBy: by };
  switch (actionOf(request, response)) {
    case 'approve':
      return { ...person, ...approved, ...approvedBy };
    case 'modify_args':
      return { ...person, ...approved, ...approvedBy, args: modified ?? args, edited: true };
    case 'answer':
      return { ...person, decision: 'answer', interactionId: null, text: text ?? '' };
    default: {
      const why = note === undefined ? '' : `: ${note}`;
      return {
        ...person,
        decision: 'deny',
        interactionId: null,
        reason: `User denied consent${why}`,
      };
    }
  }
}

/** The outcome of a question. Anything but an answer is never treated as one. */
export function answerOf(outcome: GateOutcome): Answer {
  const { interaction_request: request, response, status, reason } = outcome;
  if (request === undefined) return { outcome: 'refused', reason: reason ?? 'No person was asked' };
  const interactionId = request.id;
  if (outcome.decision !== 'answered' || response === undefined) {
    return { outcome: status === 'expired' ? 'expired' : 'cancelled', interactionId };
  }
  const { note } = response;
  if (actionOf(request, response) === 'deny') {
    return { outcome: 'declined', interactionId, ...(note !== undefined && { note }) };
  }
  const by = outcome.resolved_by ?? response.reviewer_id;
  return {
    outcome: 'answered',
    response,
    content: answerContent(response),
    interactionId,
    ...(by !== undefined && { answeredBy: by }),
  };
}
