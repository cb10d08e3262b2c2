import { ENDPOINTS, type EndpointName } from '../endpoints.ts';
import { PROBLEMS, type ProblemCode } from '../problem-codes.ts';
import { components, reference, type JsonSchema } from './components.ts';
import {
  BODY_PROBLEMS,
  COMMON_PROBLEMS,
  OPERATIONS,
  QUERY,
  type Answer,
  type Operation,
} from './operations.ts';

/** Version of the HTTP API. A breaking change increases it. */
export const PROTOCOL_VERSION = '1';

/**
 * The OpenAPI 3.1 document of every endpoint below `basePath` (without trailing slash; empty for
 * the root), as returned by `GET /openapi.json`.
 */
export function openapi(basePath: string): Record<string, unknown> {
  const paths: Record<string, JsonSchema> = {};
  for (const [name, { method, path }] of Object.entries(ENDPOINTS)) {
    const item = paths[path] ?? {};
    item[method.toLowerCase()] = operation(name, path, OPERATIONS[name as EndpointName]);
    paths[path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'HITL',
      version: PROTOCOL_VERSION,
      description:
        'Asks a person, waits as long as it takes, continues exactly once. Unlisted members are preserved; ignore event types that are not listed.',
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{}, { bearer: [] }],
    paths,
    components: {
      schemas: components(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(name: string, path: string, described: Operation): JsonSchema {
  const { summary, query = [], body, repeatable, answers, problems } = described;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => ({
      name: key,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...query.map((key) => ({
      name: key,
      in: 'query',
      description: QUERY[key].description,
      schema: { type: QUERY[key].type },
    })),
    ...(repeatable === true ? [IDEMPOTENCY_KEY] : []),
    ...(path.endsWith('/events') && !path.startsWith('/interactions') ? [LAST_EVENT_ID] : []),
  ];
  const codes = [...COMMON_PROBLEMS, ...(body === undefined ? [] : BODY_PROBLEMS), ...problems];
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } },
    }),
    responses: { ...answersOf(answers), ...problemsOf(codes) },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same body gets the same response.',
  schema: { type: 'string' },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last frame received.',
  schema: { type: 'string' },
};

function answersOf(answers: readonly Answer[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    answers.map(({ status, description, schema, frames }) => {
      const content = {
        ...(schema !== undefined && { 'application/json': { schema: reference(schema) } }),
        ...(frames !== undefined && { 'text/event-stream': { schema: reference(frames) } }),
      };
      return [status, { description, ...(Object.keys(content).length > 0 && { content }) }];
    }),
  );
}

/** One response for each status, with the codes that share it. */
function problemsOf(codes: readonly ProblemCode[]): Record<string, JsonSchema> {
  const statuses = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
    const { status } = PROBLEMS[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...statuses]
      .toSorted(([left], [right]) => left - right)
      .map(([status, group]) => [
        status,
        {
          description: group.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
          content: { 'application/problem+json': { schema: reference('Problem') } },
        },
      ]),
  );
}
