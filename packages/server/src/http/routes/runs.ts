import {
  ControlSignalSchema,
  CreateRunInputSchema,
  RunStatusSchema,
  type RunPage,
} from '@hitl/protocol';
import * as z from 'zod';
import { mapped, success } from '../../base/result.ts';
import type { Edge } from '../endpoint.ts';
import { readLastEventId } from '../headers.ts';
import { json } from '../problems.ts';
import { optionalId, PAGE, whole } from '../query.ts';
import { route } from '../route.ts';

const RunListSchema = z.object({
  ...PAGE,
  session_id: optionalId,
  status: z.exactOptional(RunStatusSchema),
});

const RunEventsSchema = z.object({
  after: z.exactOptional(
    whole(0, Number.MAX_SAFE_INTEGER, 'must be the seq of an event, a whole number'),
  ),
});

const AuditSchema = z.object({
  verify: z.exactOptional(
    z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true'),
  ),
});

/** Endpoints for runs: start, show, follow, pause and abort. */
export function runEndpoints(edge: Edge) {
  const { engine, basePath: base } = edge;
  return {
    create_run: route(
      edge,
      { events: 'on request', takesKey: true, body: CreateRunInputSchema },
      async ({ caller, body, key, wantsEvents, stream }) => {
        const created = await engine.createRun(caller, body, key);
        if (!created.ok) return created;
        const { key: session, run } = created.value;
        if (!wantsEvents) {
          const location = `${base}/runs/${encodeURIComponent(run.id)}`;
          return success(json(201, run, { location }));
        }
        // The stream only observes the run, which continues without readers.
        return success(stream(engine.feed.run(session, run.root_run_id, { until: 'rest' })));
      },
    ),
    list_runs: route(edge, { query: RunListSchema }, async ({ caller, query }) => {
      const { items, nextCursor } = await engine.listRuns(caller, query);
      return success({ runs: [...items], next_cursor: nextCursor } satisfies RunPage);
    }),
    get_run: route(edge, {}, async ({ caller, param }) =>
      mapped(await engine.getRun(caller, param('run_id')), ({ run }) => run),
    ),
    run_events: route(
      edge,
      { events: 'always', query: RunEventsSchema },
      async ({ request, caller, param, query, stream }) => {
        const found = await engine.getRun(caller, param('run_id'));
        if (!found.ok) return found;
        const { key, run } = found.value;
        // An event id beyond the end of this run belongs to another run. It is ignored, like an
        // invalid one.
        const seen = readLastEventId(request.headers, (id) =>
          /^\d{1,15}$/.test(id) && Number(id) <= run.last_seq ? Number(id) : null,
        );
        const frames = engine.feed.run(key, run.root_run_id, {
          after: seen ?? query.after ?? 0,
          until: 'end',
          ...(run.id !== run.root_run_id && { onlyRunId: run.id }),
        });
        return success(stream(frames));
      },
    ),
    run_audit: route(edge, { query: AuditSchema }, ({ caller, param, query }) =>
      engine.audit(caller, param('run_id'), query),
    ),
    control_run: route(edge, { body: ControlSignalSchema, repeats: 'run_id' }, ({ caller, body }) =>
      engine.control(caller, body),
    ),
  };
}
