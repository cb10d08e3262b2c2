import type { CreateInteractionInput, Question } from '@hitl/protocol';
import { QuestionSchema } from '@hitl/protocol';
import { canonicalJson, formatTime, sha256, treeOf } from '@hitl/protocol/fold';
import type { SessionKey } from '../store/store.ts';
import { mayAskFor, sees } from '../store/caller.ts';
import type { Operation } from './context.ts';
import { waitingIn } from '../approval/equal-requests.ts';
import { notFound } from './failures.ts';
import {
  callOutcome,
  decidedIn,
  externalRunId,
  interactionOutcome,
  ownRunOutcome,
  runRefusal,
} from './external-status.ts';
import { unfitTerms } from '../approval/external-terms.ts';
import { externalWords } from '../approval/external-words.ts';
import { evaluateExternal } from '../approval/evaluate-external.ts';
import { isSensitive, NO_VAULT } from '../approval/secrets.ts';
import { failure, success, type Result } from '../base/result.ts';
import { isOwner } from '../machine/runs.ts';
import { issuesOf, plainIssue } from '../base/plain-issue.ts';

/**
 * Evaluates a call or a question of an external loop with the same policy chain. Idempotent by
 * session and tool-call id: a repeated request gets the current state, but never that of a
 * different call with the same id, since an approval is valid for one call only.
 */
export const createExternal: Operation<'createInteraction'> = async (
  context,
  caller,
  sent,
  { relayed } = {},
) => {
  const input = withoutInjected(sent);
  if (input.user_id !== undefined && !mayAskFor(caller, input.user_id)) {
    return failure(
      'forbidden',
      `You may not ask for the user ${input.user_id}. Your user is ${caller.userId}; asking for others takes the role service.`,
    );
  }
  const question = readQuestion(input);
  if (!question.ok) return question;
  if (question.value === null && input.tool_name === undefined) {
    return failure('invalid_request', 'A call needs tool_name, a question needs type and title.', {
      errors: [{ path: 'tool_name', message: 'is required' }],
    });
  }
  if (question.value !== null && isSensitive(question.value) && !context.secrets.available) {
    return failure('invalid_request', `${NO_VAULT}.`, {
      errors: [{ path: 'sensitive', message: 'needs a server with a vault' }],
    });
  }
  const unfit = unfitTerms(input, relayed !== undefined);
  if (unfit !== undefined) return unfit;
  const agent = input.agent_id === undefined ? undefined : context.agents.get(input.agent_id);
  if (agent === undefined && input.agent_id !== undefined) {
    return notFound('agent', input.agent_id);
  }
  const key: SessionKey = { tenantId: caller.tenantId, sessionId: input.session_id };
  const userId = input.user_id ?? caller.userId ?? null;
  // A reviewer that names no user asks in the name of the session's owner. With separate reviewers
  // the request has to name the asking user.
  const inOwnersName =
    input.user_id === undefined &&
    (caller.anyUser || (caller.reviewer && !context.separateReviewer));
  const noSession = notFound('session', input.session_id);
  const session = await context.store.findSession(key);
  if (session !== null && !sees(caller, session.user_id) && session.user_id !== userId) {
    return noSession;
  }
  const ownId = await externalRunId('external', key, input.tool_call_id);
  const { run_id: named } = input;
  const runId = named ?? ownId;
  const digest = await callDigest(input, question.value, userId, relayed !== undefined);
  const knownOutcome = async () =>
    (await ownRunOutcome(context, key, ownId, digest)) ??
    (named === undefined ? null : await callOutcome(context, key, input, digest));
  const known = await knownOutcome();
  if (known !== null) return known;
  const begins = await context.quota.mayBegin(caller.tenantId, userId);
  if (!begins.ok) return begins;
  const outcome = await context.log.transact(key, async ({ state, now, commit }) => {
    const user = inOwnersName && state.session_id !== '' ? state.user_id : userId;
    if (!isOwner(state, user)) return noSession;
    const tree = treeOf(state, runId);
    const refused =
      named === undefined ? undefined : await runRefusal(context, key, named, tree, agent?.name);
    if (refused !== undefined) {
      // The run may have begun since the log was read. Appending then fails, and this is repeated.
      const isCurrent = tree !== undefined || (await context.store.load(key)).commit === commit;
      if (isCurrent) return refused;
    }
    // The same call was submitted at the same time.
    if (named === undefined ? tree !== undefined : (await knownOutcome()) !== null) return null;
    const call = {
      key,
      runId,
      input: withDeadline(input, input, now),
      question: question.value && withDeadline(question.value, input, now),
      agent,
      userId: user,
      words: relayed === undefined ? externalWords(caller, input) : undefined,
      relayed,
    };
    const command = await evaluateExternal(context, call, {
      now,
      waiting: waitingIn(state),
      isPaused: tree?.paused === true,
    });
    // A question that shares an answer does not belong to the caller's run: it is a separate run.
    if (command.joinedInteractionId !== undefined) {
      return { ...command, runId: ownId, bodyDigest: digest };
    }
    return { ...command, bodyDigest: digest, ...(named !== undefined && { ongoing: true }) };
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  if (outcome.kind === 'appended') {
    const [asked] = outcome.interactions;
    if (asked !== undefined) return success({ isNew: true, outcome: interactionOutcome(asked) });
    const decided = decidedIn(outcome.events);
    if (decided !== null) return success({ isNew: false, outcome: decided });
  }
  // Submitted at the same time, or an equal question was pending, whose answer this one shares.
  const other = await knownOutcome();
  if (other === null) throw new Error(`the log lost the external run ${runId}`);
  return other;
};

/** A call without its injected arguments. */
function withoutInjected(sent: CreateInteractionInput): CreateInteractionInput {
  const { injected_args: injected = [], ...input } = sent;
  if (input.tool_args === undefined || injected.length === 0) return input;
  const kept = Object.entries(input.tool_args).filter(([name]) => !injected.includes(name));
  return { ...input, tool_args: Object.fromEntries(kept) };
}

/** The question, `null` for a call that needs approval. */
function readQuestion(input: CreateInteractionInput): Result<Question | null> {
  if (input.type === undefined) return success(null);
  const parsed = QuestionSchema.safeParse({ ...input, id: undefined }, { error: plainIssue });
  if (parsed.success) return success(parsed.data);
  const errors = issuesOf(parsed.error);
  const [first] = errors;
  const where = first === undefined ? '' : `: ${first.path}: ${first.message}`;
  return failure('invalid_request', `The question is malformed${where}`, { errors });
}

/** The call or question with the earlier of both deadlines that its caller may set. */
function withDeadline<T extends { readonly expires_at?: string | undefined }>(
  asked: T,
  { expires_in_ms: duration }: CreateInteractionInput,
  now: string,
): T {
  if (duration === undefined) return asked;
  const { expires_in_ms: _, ...rest }: T & { readonly expires_in_ms?: unknown } = asked;
  const latest = asked.expires_at === undefined ? Infinity : Date.parse(asked.expires_at);
  return { ...(rest as T), expires_at: formatTime(Math.min(latest, Date.parse(now) + duration)) };
}

/**
 * Digest that identifies a call: tool and arguments, user, and the agent whose policy decides. For
 * a question only members that were sent count, since defaults such as ids may be generated. The
 * deadline is that of the first request.
 */
function callDigest(
  input: CreateInteractionInput,
  question: Question | null,
  user_id: string | null,
  isRelayed: boolean,
): Promise<string> {
  const { session_id: _session, tool_call_id: _call, run_id: _run, ...asked } = input;
  const { expires_at: _at, expires_in_ms: _in, ...sent } = asked;
  const { tool_name, tool_args, agent_id } = sent;
  const own = question === null ? { tool_name, tool_args, agent_id, question } : sent;
  const call = { ...own, user_id };
  // A call is never an array, so the two forms have different digests.
  return sha256(canonicalJson(isRelayed ? ['relayed', call] : call));
}
