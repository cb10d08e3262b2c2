import {
  ClaimInputSchema,
  CompleteInputSchema,
  CreateInteractionInputSchema,
  InteractionResponseSchema,
  RespondBatchInputSchema,
  type GateOutcome,
  type InteractionPage,
  type RespondResult,
} from '@hitl/protocol';
import type { InboxFilter } from '../../streams/feed.ts';
import { mayActAs, type Caller } from '../../store/caller.ts';
import { failure, success, type Result } from '../../base/result.ts';
import { preferredAnswer } from '../accept.ts';
import { readBody } from '../body.ts';
import type { Edge, Endpoints } from '../endpoint.ts';
import { readIdempotencyKey } from '../headers.ts';
import { invalid, json } from '../problems.ts';
import { InboxSchema, InteractionListSchema, readQuery, WaitSchema } from '../query.ts';

/** Endpoints for interactions: requests and answers. */
export function interactionEndpoints(
  edge: Edge,
): Endpoints<
  | 'list_interactions'
  | 'interaction_events'
  | 'create_interaction'
  | 'get_interaction'
  | 'respond'
  | 'respond_batch'
  | 'claim_call'
  | 'complete_call'
> {
  const { engine, streams } = edge;
  return {
    async list_interactions({ caller, query }) {
      const read = readQuery(InteractionListSchema, query);
      if (!read.ok) return read;
      const page = await engine.listInteractions(caller, read.value);
      if (!page.ok) return page;
      const { items, nextCursor } = page.value;
      return success(
        json(200, { interactions: [...items], next_cursor: nextCursor } satisfies InteractionPage),
      );
    },
    interaction_events({ request, caller, query, slots }) {
      const admitted = slots.check();
      if (!admitted.ok) return admitted;
      const read = readQuery(InboxSchema, query);
      if (!read.ok) return read;
      const filter = inboxOf(caller, read.value);
      if (!filter.ok) return filter;
      return success(streams.respond(request, engine.feed.inbox(filter.value), slots));
    },
    async create_interaction({ request, caller }) {
      const body = await readBody(request, CreateInteractionInputSchema, edge);
      if (!body.ok) return body;
      const outcome = await engine.createInteraction(caller, body.value);
      if (!outcome.ok) return outcome;
      const { isNew, outcome: stands } = outcome.value;
      return success(json(isNew ? 201 : 200, stands satisfies GateOutcome));
    },
    async get_interaction({ caller, params, query, signal }) {
      const read = readQuery(WaitSchema, query);
      if (!read.ok) return read;
      const view = await engine.getInteraction(caller, params['interaction_id'] ?? '', {
        waitMs: read.value.wait * 1000,
        signal: signal(),
      });
      return view.ok ? success(json(200, view.value)) : view;
    },
    async claim_call({ request, caller, params, query, signal }) {
      const read = readQuery(WaitSchema, query);
      if (!read.ok) return read;
      const body = await readBody(request, ClaimInputSchema, edge);
      if (!body.ok) return body;
      const claim = await engine.claim(caller, params['interaction_id'] ?? '', body.value, {
        waitMs: read.value.wait * 1000,
        signal: signal(),
      });
      return claim.ok ? success(json(200, claim.value)) : claim;
    },
    async complete_call({ request, caller, params }) {
      const body = await readBody(request, CompleteInputSchema, edge);
      if (!body.ok) return body;
      const id = params['interaction_id'] ?? '';
      const completed = await engine.complete(caller, id, body.value);
      return completed.ok ? success(json(200, completed.value)) : completed;
    },
    async respond({ request, caller, params, slots }) {
      const id = params['interaction_id'] ?? '';
      const answer = preferredAnswer(request.headers.get('accept'), 'text/event-stream');
      const admitted = answer === 'text/event-stream' ? slots.check() : success(null);
      if (!admitted.ok) return admitted;
      const key = readIdempotencyKey(request.headers);
      if (!key.ok) return key;
      const body = await readBody(request, InteractionResponseSchema, edge);
      if (!body.ok) return body;
      if (body.value.request_id !== id) {
        const message = `is ${body.value.request_id}, but the path says ${id}`;
        return invalid('The body', [{ path: 'request_id', message }]);
      }
      const settled = await engine.respond(caller, id, body.value, key.value);
      if (!settled.ok) return settled;
      const { key: session, run, after, rulesPending: areRulesPending } = settled.value;
      if (answer === 'application/json') {
        return success(
          json(200, {
            status: run.status,
            run,
            ...(areRulesPending === true && { rules_pending: true }),
          } satisfies RespondResult),
        );
      }
      // The answer is already settled: if the client disconnects now, the run still resumes.
      const frames = engine.feed.run(session, run.root_run_id, { after, until: 'rest' });
      return success(streams.respond(request, frames, slots));
    },
    async respond_batch({ request, caller }) {
      const key = readIdempotencyKey(request.headers);
      if (!key.ok) return key;
      const body = await readBody(request, RespondBatchInputSchema, edge);
      if (!body.ok) return body;
      return success(json(200, await engine.respondAll(caller, body.value.responses, key.value)));
    },
  };
}

/** The inbox filter for a caller: reviewers see every inbox of the tenant, others only their own. */
function inboxOf(
  caller: Caller,
  wanted: { sessionId?: string; userId?: string },
): Result<InboxFilter> {
  const { userId: user = caller.userId } = wanted;
  const all = caller.reviewer || caller.anyUser;
  if (wanted.userId !== undefined && !all && !mayActAs(caller, wanted.userId)) {
    return failure('forbidden', `You may not see the requests of ${wanted.userId}.`);
  }
  const own = all ? wanted.userId : (user ?? '');
  return success({
    tenantId: caller.tenantId,
    ...(own !== undefined && { userId: own }),
    ...(wanted.sessionId !== undefined && { sessionId: wanted.sessionId }),
  });
}
