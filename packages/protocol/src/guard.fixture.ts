import * as z from 'zod';
import { isJsonObject } from './formats.ts';

/**
 * Members that the guard does not look at: no card reads them, no fold stumbles over them. `*`
 * stands for the index of a list and, at the end, for every member.
 */
const UNREAD: readonly string[] = [
  'step_id',
  'run_started.external',
  'run_started.ongoing',
  'run_started.sealed',
  'run_started.metadata',
  'run_started.body_digest',
  'run_started.joined_interaction_id',
  'run_claimed.*',
  'step_completed.step.error',
  'step_completed.step.duration_ms',
  'step_completed.step.tool_calls.*.model_call_id',
  'step_completed.step.tool_calls.*.invalid_args',
  'interaction_request.interaction_request.step_id',
  'interaction_request.interaction_request.user_id',
  'interaction_request.interaction_request.batch',
  'interaction_request.interaction_request.args_digest',
  'interaction_request.interaction_request.tool_digest',
  'interaction_resolved.superseded_by',
  'interaction_request.interaction_request.min_length',
  'interaction_request.interaction_request.max_length',
  'interaction_request.interaction_request.min_selected',
  'interaction_request.interaction_request.max_selected',
  'tool_auth_required.*',
  'tool_auth_denied.*',
  'execution_suspended.interaction_request_id',
  'execution_resumed.*',
  'interaction_response.response.*',
  'interaction_response.decision.tool_call_id',
  'interaction_response.decision.reviewer_id',
  'interaction_response.decision.note',
  'interaction_response.decision.rules',
  'interaction_response.decision.rules_user_id',
  'interaction_response.caller',
  'interaction_response.idempotency_key',
  'permission_updated.pending_count',
  'permission_updated.pending_interaction_ids',
  'rules_saved.rules',
  'tool_paused.reviewer_id',
  'tool_paused.note',
  'tool_resumed.reviewer_id',
  'tool_resumed.note',
  'batch_judged.verdicts.*.step',
  'batch_judged.verdicts.*.rule',
  'batch_judged.verdicts.*.from_cache',
  'batch_judged.body_digest',
  'tool_started.tool_name',
  'tool_started.idempotency_key',
  'tool_completed.result.tool_name',
  'tool_completed.result.input_args',
  'tool_completed.result.output',
  'tool_completed.result.error',
  'tool_completed.result.start_time',
  'tool_completed.result.end_time',
  'tool_completed.result.duration',
  'tool_completed.result.cached',
  'tool_outcome_unknown.tool_name',
  'tool_outcome_unknown.attempt',
  'tool_outcome_unknown.interaction_id',
  'run_paused.*',
  'run_resumed.*',
  'run_completed.metrics',
  'run_failed.code',
  'run_failed.by',
  'run_aborted.by',
  'run_aborted.payload',
  'error.code',
];

/** Members whose words the guard checks; any other word is a text to it. */
const WORDS: ReadonlySet<string> = new Set(['type', 'purpose', 'role', 'outcome', 'status']);

/** Parts of parts are checked like parts. */
function isUnread(path: string): boolean {
  const flat = path.replace(/(\.interactions\.\*)+(?=\.)/, '');
  const parent = `${flat.slice(0, flat.lastIndexOf('.'))}.*`;
  return UNREAD.includes(flat) || UNREAD.includes(parent);
}

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

function defOf(schema: Schema): Def {
  // oxlint-disable-next-line no-underscore-dangle -- where zod 4 keeps what a schema consists of
  return (schema as z.core.$ZodTypes)._zod.def;
}
const isTime = (schema: Schema): boolean =>
  z.globalRegistry.get(schema)?.['format'] === 'date-time';
const time = z.string().regex(/^[\d-]{10}T[\d:.]+(Z|[+-][\d:]{5})$/);

/**
 * What the guard promises, derived from a schema: the types of the members that are read, without
 * the form of ids, the words of what only the server reads and the lengths of lists, and with every
 * default filled in. `path` is where the schema stands, from the event's type.
 */
export function promised(schema: Schema, path: string): z.ZodType {
  if (isTime(schema)) return time;
  const def = defOf(schema);
  const name = path.slice(path.lastIndexOf('.') + 1);
  switch (def.type) {
    case 'string':
      return z.string();
    case 'number':
      return z.number().refine((value) => Number.isInteger(value) && value >= 0);
    case 'boolean':
      return z.boolean();
    case 'unknown':
      return z.unknown();
    case 'custom':
      return z.custom(isJsonObject);
    case 'literal':
      return z.literal(def.values.map(String));
    case 'enum':
      return WORDS.has(name) ? z.enum(Object.values(def.entries).map(String)) : z.string();
    case 'array':
      return z.array(promised(def.element, `${path}.*`));
    case 'optional': {
      const inner = promised(def.innerType, path);
      // The schema fills it in, from `run_id`.
      return path.endsWith('.root_run_id') ? inner : inner.optional();
    }
    case 'nullable':
      return promised(def.innerType, path).nullable();
    case 'default':
      return promised(def.innerType, path);
    case 'pipe':
      return promised(def.in, path);
    case 'lazy':
      return z.lazy(() => promised(def.getter(), path));
    case 'union': {
      const options = def.options.map((option) => promised(option, path));
      return z.union(options);
    }
    case 'object': {
      const members = Object.entries(def.shape).flatMap(([key, member]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return isUnread(at) ? [] : [[key, promised(member, at)] as const];
      });
      return z.looseObject(Object.fromEntries(members));
    }
    default:
      throw new Error(`the guard's test does not know a ${def.type}`);
  }
}

/** An id, a digest or a time: one of them fits every text. */
const TEXTS = ['a', 'a'.repeat(64), '2026-01-01T00:00:00.000Z'];

/** Values of a schema with every member that it names; one for each option of a union. */
export function samples(schema: Schema, depth = 0): unknown[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return TEXTS.filter((text) => z.safeParse(schema, text).success).slice(0, 1);
    case 'number':
      return [1];
    case 'boolean':
      return [true];
    case 'unknown':
    case 'custom':
      return [{ a: 1 }];
    case 'literal':
      return [def.values[0]];
    case 'enum':
      return [Object.values(def.entries)[0]];
    case 'array':
      return [depth > 12 ? [] : samples(def.element, depth + 1)];
    case 'optional':
    case 'nullable':
    case 'default':
      return samples(def.innerType, depth + 1);
    case 'pipe':
      return samples(def.in, depth + 1);
    case 'lazy':
      return samples(def.getter(), depth + 1);
    case 'union':
      // The last kind of part holds parts again.
      return def.options
        .slice(0, depth > 6 ? -1 : undefined)
        .flatMap((option) => samples(option, depth + 1));
    case 'object':
      return Object.entries(def.shape).reduce<Record<string, unknown>[]>(
        (objects, [key, member]) => {
          const values = samples(member, depth + 1);
          const most = Math.max(objects.length, values.length);
          return Array.from({ length: most }, (_, at) => ({
            ...objects[at % objects.length],
            [key]: values[at % values.length],
          }));
        },
        [{}],
      );
    default:
      throw new Error(`the guard's test does not know a ${def.type}`);
  }
}
