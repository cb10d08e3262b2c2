import type { InteractionRequest } from '@hitl/protocol';
import { activeTree, sessionStatus } from '@hitl/protocol/fold';
import type { SessionKey } from '../store/store.ts';
import { checkSession } from '../audit/check.ts';
import { erasedRuns, erasedTrail, readTrail } from '../audit/trail.ts';
import { mayLookAt, sees, type Caller } from '../store/caller.ts';
import type { EngineContext, Operation } from './context.ts';
import { notFound } from './failures.ts';
import { longPoll } from './long-poll.ts';
import { ownQuery, seenBy } from './own-query.ts';
import { given } from '../base/given.ts';
import { sizeOf } from '../base/size-of.ts';
import { failure, success, type Result } from '../base/result.ts';
import { viewOf } from './interaction-view.ts';

/** Number of interactions that are read first, while their size is unknown. */
const FIRST_PAGE = 8;

/** Size of a page of interactions in characters; beyond it, the page has fewer than were wanted. */
const PAGE_SIZE = 1 << 22;

export const listAgents: Operation<'agents'> = (context) => {
  return [...context.agents.values()].map(({ name: id, description, tools }) => ({
    id,
    ...given({ description }),
    tools: [...tools.values()].map(({ name, description: what, parameters }) => ({
      name,
      ...given({ description: what }),
      parameters: { ...parameters },
    })),
  }));
};

export const getRun: Operation<'getRun'> = async (context, caller, runId) => {
  const found = await context.store.findRun(caller.tenantId, runId);
  if (found === null || !sees(caller, found.run.user_id)) {
    return notFound('run', runId);
  }
  const key = { tenantId: caller.tenantId, sessionId: found.sessionId };
  return success({ key, run: found.run });
};

export const listRuns: Operation<'listRuns'> = (context, caller, query) => {
  return context.store.listRuns({ ...query, ...seenBy(caller) });
};

export const audit: Operation<'audit'> = async (
  context,
  caller,
  runId,
  { verify = false } = {},
) => {
  const found = await getRun(context, caller, runId);
  if (found.ok) {
    const { key, run } = found.value;
    const trail = await readTrail(context.store, key, run);
    if (!verify) return success(trail);
    const { findings, heads } = await checkSession(context.store, key);
    return success({ ...trail, findings, session_heads: heads });
  }
  // After erasure, the log no longer names the user of the run.
  const erased = caller.reviewer ? await context.store.findErasedRun(caller.tenantId, runId) : null;
  return erased === null ? found : success(erasedTrail(erased));
};

export const listSessions: Operation<'listSessions'> = async (context, caller, query) => {
  const own = ownQuery(caller, query);
  return own.ok ? success(await context.store.listSessions(own.value)) : own;
};

export const getSession: Operation<'getSession'> = async (context, caller, sessionId) => {
  const found = await findSession(context, caller, sessionId);
  if (!found.ok) return found;
  const key = found.value;
  const { state } = await context.log.load(key);
  const active = activeTree(state);
  return success({
    key,
    session_id: sessionId,
    status: sessionStatus(state),
    ...given({ run_id: active?.root_run_id }),
    pending_permissions: Object.values(state.trees).flatMap((tree) =>
      tree.pending.map(({ request }) => request),
    ),
  });
};

export const getMessages: Operation<'getMessages'> = async (context, caller, sessionId) => {
  const found = await findSession(context, caller, sessionId);
  if (!found.ok) return found;
  const { messages } = await context.transcripts.load(found.value);
  return success({ messages: [...messages] });
};

export const deleteSession: Operation<'deleteSession'> = async (context, caller, sessionId) => {
  const found = await findSession(context, caller, sessionId);
  if (!found.ok) return found;
  const key = found.value;
  for (;;) {
    const { commit, state, chain, now } = await context.log.load(key);
    // It was deleted in the meantime.
    if (commit === 0) return notFound('session', sessionId);
    const busy = Object.values(state.trees).find(
      (tree) => tree.runs[tree.root_run_id]?.ended === undefined,
    );
    if (busy !== undefined) {
      return failure(
        'session_busy',
        `The session ${sessionId} has an unfinished run, ${busy.root_run_id}. Abort it first.`,
        { pending_interaction_ids: busy.pending.map(({ request }) => request.id) },
      );
    }
    const tombstone = {
      id: sessionId,
      deleted_at: now,
      runs: await erasedRuns(context.store, key),
    };
    const outcome = await context.store.remove(key, commit, tombstone, chain);
    if (outcome !== 'appended') continue;
    context.transcripts.forget(key);
    await context.secrets.forget(key);
    context.bus.publish({ kind: 'session', key });
    return success(null);
  }
};

async function findSession(
  context: EngineContext,
  caller: Caller,
  sessionId: string,
): Promise<Result<SessionKey>> {
  const key = { tenantId: caller.tenantId, sessionId };
  const session = await context.store.findSession(key);
  const isSeen = session !== null && sees(caller, session.user_id);
  return isSeen ? success(key) : notFound('session', sessionId);
}

export const listInteractions: Operation<'listInteractions'> = async (context, caller, query) => {
  const own = ownQuery(caller, query);
  if (!own.ok) return own;
  const items: InteractionRequest[] = [];
  let { cursor } = query;
  let size = 0;
  for (let limit = Math.min(query.limit, FIRST_PAGE); limit > 0;) {
    const page = await context.store.listInteractions({
      ...own.value,
      limit,
      ...given({ cursor }),
    });
    for (const { interaction_request: request } of page.items) {
      items.push(request);
      size += sizeOf(request);
    }
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) break;
    const fitting = Math.floor((items.length * (PAGE_SIZE - size)) / size);
    limit = Math.min(query.limit - items.length, fitting);
  }
  return success({ items, nextCursor: cursor ?? null });
};

export const getInteraction: Operation<'getInteraction'> = async (
  context,
  caller,
  interactionId,
  options = {},
) => {
  const { tenantId } = caller;
  const look = async () => {
    const value = await context.store.findInteraction(tenantId, interactionId);
    const isSeen = value !== null && mayLookAt(caller, value.user_id);
    return { value: isSeen ? value : null, isDone: !isSeen || value.status !== 'pending' };
  };
  let { value: record, isDone } = await look();
  if (record !== null && !isDone && (options.waitMs ?? 0) > 0) {
    const key = { tenantId, sessionId: record.session_id };
    record = await longPoll(context, key, options, look);
  }
  return record === null ? notFound('interaction', interactionId) : success(viewOf(record));
};
