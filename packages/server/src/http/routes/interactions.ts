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
import * as z from 'zod';
import { given } from '../../base/given.ts';
import { mapped, success } from '../../base/result.ts';
import { ownQuery } from '../../engine/own-query.ts';
import type { Edge } from '../endpoint.ts';
import { invalid, json } from '../problems.ts';
import { optionalId, PAGE, whole } from '../query.ts';
import { route, type Read } from '../route.ts';

const InteractionListSchema = z.object({
  ...PAGE,
  status: z.exactOptional(z.enum(['pending', 'answered', 'expired', 'cancelled', 'superseded'])),
  run_id: optionalId,
  tool_call_id: optionalId,
  session_id: optionalId,
  user_id: optionalId,
});

const InboxSchema = z.object({ session_id: optionalId, user_id: optionalId });

/** Seconds to wait for a change. */
const WaitSchema = z.object({
  wait: whole(0, 60, 'must be a whole number of seconds, at most 60').default(0),
});

/** Endpoints for interactions: requests and answers. */
export function interactionEndpoints(edge: Edge) {
  const { engine } = edge;
  return {
    list_interactions: route(edge, { query: InteractionListSchema }, async ({ caller, query }) =>
      mapped(
        await engine.listInteractions(caller, query),
        ({ items, nextCursor }): InteractionPage => ({
          interactions: [...items],
          next_cursor: nextCursor,
        }),
      ),
    ),
    interaction_events: route(
      edge,
      { events: 'always', query: InboxSchema },
      ({ caller, query, stream }) =>
        mapped(ownQuery(caller, query), (filter) => stream(engine.feed.inbox(filter))),
    ),
    create_interaction: route(
      edge,
      { body: CreateInteractionInputSchema },
      async ({ caller, body }) =>
        mapped(await engine.createInteraction(caller, body), ({ isNew, outcome }) =>
          json(isNew ? 201 : 200, outcome satisfies GateOutcome),
        ),
    ),
    get_interaction: route(edge, { query: WaitSchema }, (read) =>
      engine.getInteraction(read.caller, read.param('interaction_id'), waitOf(read)),
    ),
    claim_call: route(edge, { query: WaitSchema, body: ClaimInputSchema }, (read) =>
      engine.claim(read.caller, read.param('interaction_id'), read.body, waitOf(read)),
    ),
    complete_call: route(edge, { body: CompleteInputSchema }, ({ caller, param, body }) =>
      engine.complete(caller, param('interaction_id'), body),
    ),
    respond: route(
      edge,
      { events: 'by default', takesKey: true, body: InteractionResponseSchema },
      async ({ caller, param, body, key, wantsEvents, stream }) => {
        const id = param('interaction_id');
        if (body.request_id !== id) {
          const message = `is ${body.request_id}, but the path says ${id}`;
          return invalid('The body', [{ path: 'request_id', message }]);
        }
        const settled = await engine.respond(caller, id, body, key);
        if (!settled.ok) return settled;
        const { key: session, run, after, rulesPending: rules_pending } = settled.value;
        if (!wantsEvents) {
          const { status } = run;
          return success({ status, run, ...given({ rules_pending }) } satisfies RespondResult);
        }
        // The answer is already settled: if the client disconnects now, the run still resumes.
        return success(stream(engine.feed.run(session, run.root_run_id, { after, until: 'rest' })));
      },
    ),
    respond_batch: route(
      edge,
      { takesKey: true, body: RespondBatchInputSchema },
      async ({ caller, body, key }) =>
        success(await engine.respondAll(caller, body.responses, key)),
    ),
  };
}

/** How long a request waits for a change. */
function waitOf({ query, signal }: Read<{ wait: number }, unknown>) {
  return { waitMs: query.wait * 1000, signal: signal() };
}
