import type { SessionPage, SessionView } from '@hitl/protocol';
import { parseSessionPosition } from '../../streams/session-position.ts';
import { success } from '../../base/result.ts';
import type { Edge, Endpoints } from '../endpoint.ts';
import { readLastEventId } from '../headers.ts';
import { invalid, json } from '../problems.ts';
import { readQuery, SessionListSchema } from '../query.ts';

/** Endpoints for sessions: list, show, follow and delete. */
export function sessionEndpoints(
  edge: Edge,
): Endpoints<
  'list_sessions' | 'get_session' | 'delete_session' | 'session_messages' | 'session_events'
> {
  const { engine, streams } = edge;
  return {
    async list_sessions({ caller, query }) {
      const read = readQuery(SessionListSchema, query);
      if (!read.ok) return read;
      const page = await engine.listSessions(caller, read.value);
      if (!page.ok) return page;
      const { items, nextCursor } = page.value;
      return success(
        json(200, { sessions: [...items], next_cursor: nextCursor } satisfies SessionPage),
      );
    },
    async get_session({ caller, params }) {
      const found = await engine.getSession(caller, params['session_id'] ?? '');
      if (!found.ok) return found;
      const { key: _, ...view } = found.value;
      return success(json(200, view satisfies SessionView));
    },
    async delete_session({ caller, params }) {
      const deleted = await engine.deleteSession(caller, params['session_id'] ?? '');
      return deleted.ok ? success(new Response(null, { status: 204 })) : deleted;
    },
    async session_messages({ caller, params }) {
      const messages = await engine.getMessages(caller, params['session_id'] ?? '');
      return messages.ok ? success(json(200, messages.value)) : messages;
    },
    async session_events({ request, caller, params, query, slots }) {
      const admitted = slots.check();
      if (!admitted.ok) return admitted;
      const wanted = query.get('after');
      if (wanted !== null && parseSessionPosition(wanted) === null) {
        return invalid('The query', [{ path: 'after', message: 'is not an id of this stream' }]);
      }
      const found = await engine.getSession(caller, params['session_id'] ?? '');
      if (!found.ok) return found;
      const seen = readLastEventId(request.headers, (id) =>
        parseSessionPosition(id) === null ? null : id,
      );
      const after = seen ?? wanted;
      const frames = engine.feed.session(found.value.key, after === null ? {} : { after });
      return success(streams.respond(request, frames, slots));
    },
  };
}
