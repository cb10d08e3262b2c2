import type { SessionPage, SessionView } from '@hitl/protocol';
import * as z from 'zod';
import { parseSessionPosition } from '../../streams/session-position.ts';
import { mapped, success } from '../../base/result.ts';
import type { Edge } from '../endpoint.ts';
import { readLastEventId } from '../headers.ts';
import { optionalId, PAGE } from '../query.ts';
import { route } from '../route.ts';

const SessionListSchema = z.object({ ...PAGE, user_id: optionalId });

const SessionEventsSchema = z.object({
  after: z.exactOptional(
    z.string().refine((text) => parseSessionPosition(text) !== null, 'is not an id of this stream'),
  ),
});

/** Endpoints for sessions: list, show, follow and delete. */
export function sessionEndpoints(edge: Edge) {
  const { engine } = edge;
  return {
    list_sessions: route(edge, { query: SessionListSchema }, async ({ caller, query }) =>
      mapped(await engine.listSessions(caller, query), ({ items, nextCursor }): SessionPage => ({
        sessions: [...items],
        next_cursor: nextCursor,
      })),
    ),
    get_session: route(edge, {}, async ({ caller, param }) =>
      mapped(await engine.getSession(caller, param('session_id')), (found): SessionView => {
        const { key: _, ...view } = found;
        return view;
      }),
    ),
    delete_session: route(edge, {}, async ({ caller, param }) =>
      mapped(
        await engine.deleteSession(caller, param('session_id')),
        () => new Response(null, { status: 204 }),
      ),
    ),
    session_messages: route(edge, {}, ({ caller, param }) =>
      engine.getMessages(caller, param('session_id')),
    ),
    session_events: route(
      edge,
      { events: 'always', query: SessionEventsSchema },
      async ({ request, caller, param, query, stream }) => {
        const found = await engine.getSession(caller, param('session_id'));
        if (!found.ok) return found;
        const seen = readLastEventId(request.headers, (id) =>
          parseSessionPosition(id) === null ? null : id,
        );
        const from = seen === null ? query : { after: seen };
        return success(stream(engine.feed.session(found.value.key, from)));
      },
    ),
  };
}
