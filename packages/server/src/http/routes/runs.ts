import { ControlSignalSchema, CreateRunInputSchema, type RunPage } from '@hitl/protocol';
import { success } from '../../base/result.ts';
import { preferredAnswer } from '../accept.ts';
import { readBody, readBodyOf } from '../body.ts';
import type { Edge, Endpoints } from '../endpoint.ts';
import { readIdempotencyKey, readLastEventId } from '../headers.ts';
import { json } from '../problems.ts';
import { AuditQuerySchema, readQuery, RunEventsSchema, RunListSchema } from '../query.ts';

/** Endpoints for runs: start, show, follow, pause and abort. */
export function runEndpoints(
  edge: Edge,
): Endpoints<'create_run' | 'list_runs' | 'get_run' | 'run_events' | 'run_audit' | 'control_run'> {
  const { engine, streams, basePath: base } = edge;
  return {
    async create_run({ request, caller, slots }) {
      const answer = preferredAnswer(request.headers.get('accept'), 'application/json');
      const admitted = answer === 'text/event-stream' ? slots.check() : success(null);
      if (!admitted.ok) return admitted;
      const key = readIdempotencyKey(request.headers);
      if (!key.ok) return key;
      const body = await readBody(request, CreateRunInputSchema, edge);
      if (!body.ok) return body;
      const created = await engine.createRun(caller, body.value, key.value);
      if (!created.ok) return created;
      const { key: session, run } = created.value;
      if (answer === 'application/json') {
        const location = `${base}/runs/${encodeURIComponent(run.id)}`;
        return success(json(201, run, { location }));
      }
      // The stream only observes the run, which continues without readers.
      const frames = engine.feed.run(session, run.root_run_id, { until: 'rest' });
      return success(streams.respond(request, frames, slots));
    },
    async list_runs({ caller, query }) {
      const read = readQuery(RunListSchema, query);
      if (!read.ok) return read;
      const { items, nextCursor } = await engine.listRuns(caller, read.value);
      return success(json(200, { runs: [...items], next_cursor: nextCursor } satisfies RunPage));
    },
    async get_run({ caller, params }) {
      const found = await engine.getRun(caller, params['run_id'] ?? '');
      return found.ok ? success(json(200, found.value.run)) : found;
    },
    async run_events({ request, caller, params, query, slots }) {
      const admitted = slots.check();
      if (!admitted.ok) return admitted;
      const read = readQuery(RunEventsSchema, query);
      if (!read.ok) return read;
      const found = await engine.getRun(caller, params['run_id'] ?? '');
      if (!found.ok) return found;
      const { key, run } = found.value;
      // An event id beyond the end of this run belongs to another run. It is ignored, like an
      // invalid one.
      const seen = readLastEventId(request.headers, (id) =>
        /^\d{1,15}$/.test(id) && Number(id) <= run.last_seq ? Number(id) : null,
      );
      const frames = engine.feed.run(key, run.root_run_id, {
        after: seen ?? read.value.after ?? 0,
        until: 'end',
        ...(run.id !== run.root_run_id && { onlyRunId: run.id }),
      });
      return success(streams.respond(request, frames, slots));
    },
    async run_audit({ caller, params, query }) {
      const read = readQuery(AuditQuerySchema, query);
      if (!read.ok) return read;
      const trail = await engine.audit(caller, params['run_id'] ?? '', read.value);
      return trail.ok ? success(json(200, trail.value)) : trail;
    },
    async control_run({ request, caller, params }) {
      const path = ['run_id', params['run_id'] ?? ''] as const;
      const body = await readBodyOf(request, ControlSignalSchema, edge, path);
      if (!body.ok) return body;
      const run = await engine.control(caller, body.value);
      return run.ok ? success(json(200, run.value)) : run;
    },
  };
}
