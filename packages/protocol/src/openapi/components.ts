import * as z from 'zod';
import { isJsonObject } from '../formats.ts';
import { RecordedResponseSchema } from '../interaction/response.ts';
import { EVENT_DATA, RecordedDecisionSchema, UnknownEventSchema } from '../run/event.ts';
import { SCHEMAS } from './schemas.ts';

/** One JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** Every named object of the HTTP API, including nested ones. */
export const NAMED: Readonly<Record<string, z.ZodType>> = {
  ...SCHEMAS,
  UnknownEvent: UnknownEventSchema,
  RecordedResponse: RecordedResponseSchema,
  RecordedDecision: RecordedDecisionSchema,
};

const ROOT = '#/components/schemas/';

/** A reference to a named schema of the document. */
export function reference(name: string): JsonSchema {
  return { $ref: `${ROOT}${name}` };
}

/** The name of an event's schema: `RunStartedEvent` of `run_started`. */
function eventName(type: string): string {
  const words = type.split('_').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Event`;
}

/** Every schema of the HTTP API by name, in JSON Schema 2020-12 as used by OpenAPI 3.1. */
export function components(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) {
    if (id !== 'RunEvent') registry.add(schema, { id });
  }
  const types = Object.entries(EVENT_DATA);
  for (const [type, data] of types) registry.add(data, { id: `${eventName(type)}Data` });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `${ROOT}${id}`,
    override: ({ jsonSchema }) => dropMadeDefault(jsonSchema),
  });
  const { __shared: shared, ...named } = schemas;
  const definitions = (shared?.['$defs'] ?? {}) as Record<string, JsonSchema>;
  const built = Object.entries(named).map(([name, schema]) => {
    const { $schema: _, $id: __, ...own } = schema;
    return [name, inline(own, definitions) as JsonSchema] as const;
  });
  return { ...Object.fromEntries(built), ...unions(types.map(([type]) => type)) };
}

/**
 * A default that is generated each time, an id or the current time, cannot be documented as a
 * value.
 */
function dropMadeDefault(schema: JsonSchema): void {
  if (String(schema['description']).includes('Default: ')) delete schema['default'];
}

/** zod puts unnamed shared schemas into a separate section, which OpenAPI does not have. */
function inline(value: unknown, shared: Readonly<Record<string, JsonSchema>>): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, shared));
  if (!isJsonObject(value)) return value;
  const { $ref: target } = value;
  const name = typeof target === 'string' ? /__shared#\/\$defs\/(\w+)$/.exec(target)?.[1] : null;
  if (typeof name === 'string') return inline(shared[name], shared);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, inline(member, shared)]),
  );
}

function unions(types: readonly string[]): Record<string, JsonSchema> {
  const events = types.map((type): [string, JsonSchema] => [
    eventName(type),
    {
      allOf: [
        reference('UnknownEvent'),
        {
          required: ['seq'],
          properties: { type: { const: type }, data: reference(`${eventName(type)}Data`) },
        },
      ],
    },
  ]);
  const oneOf = (...names: readonly string[]): JsonSchema => ({ oneOf: names.map(reference) });
  return {
    ...Object.fromEntries(events),
    RunEvent: oneOf(...types.map(eventName)),
    // Every event also matches the schema of unknown events.
    StreamEvent: {
      anyOf: ['RunEvent', 'StepDelta', 'ToolProgress', 'UnknownEvent'].map(reference),
    },
    InboxFrame: oneOf(
      'InboxSnapshot',
      ...['interaction_request', 'interaction_resolved', 'tool_paused', 'tool_resumed'].map(
        eventName,
      ),
    ),
  };
}
