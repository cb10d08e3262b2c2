import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, EVENT_DATA, PROBLEMS, openapi } from '@hitl/protocol';
import { UNSTORED_EVENTS } from '../../packages/protocol/src/run/event.ts';
import { root } from '../run.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { name: string; in: string; description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { description: string; content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

const document = openapi('') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const { schemas } = document.components;

function describedBy(schema: Schema | undefined): string {
  const said = schema?.['description'];
  return typeof said === 'string' ? said : '';
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
const anchor = (name: string): string => `[${name}](#${name.toLowerCase()})`;
const nameIn = (schema: Schema): string => String(schema['$ref']).split('/').at(-1) ?? '';

/** A union without its own section is described by its members. */
function named(schema: Schema): Schema {
  const name = nameIn(schema);
  return isEvent(name) ? (schemas[name] ?? schema) : schema;
}

function typeOf(schema: Schema): string {
  if ('$ref' in schema) return anchor(nameIn(schema));
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``;
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((word) => `\`${String(word)}\``).join(' or ');
  }
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return (options as Schema[]).map(typeOf).join(' or ');
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' or ');
  switch (type) {
    case 'string':
      return schema['format'] === 'date-time' ? 'time' : 'string';
    case 'boolean':
      return 'boolean';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'null':
      return 'null';
    case 'array': {
      const item = schema['items'] as Schema;
      return 'properties' in item ? 'list of objects' : `list of ${typeOf(item)}`;
    }
    case 'object':
      return 'object';
    default:
      return 'any JSON';
  }
}

interface Column {
  readonly name: string;
  readonly schema: Schema;
  readonly isNeeded: boolean;
}

function membersOf(schema: Schema): readonly Column[] {
  const needed = (schema['required'] ?? []) as readonly string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
    ([name, member]) => ({ name, schema: member, isNeeded: needed.includes(name) }),
  );
}

function table(columns: readonly Column[]): string {
  if (columns.length === 0) return '';
  const rows = columns.map(({ name, schema, isNeeded }) => {
    const said = describedBy(schema);
    // Not repeated if the description already says it.
    const hasDefault = 'default' in schema && !said.includes('Default');
    const fallback = hasDefault ? `Default: \`${JSON.stringify(schema['default'])}\`.` : '';
    const item = (schema['items'] ?? schema) as Schema;
    const inner =
      'properties' in item
        ? `{ ${membersOf(item)
            .map((one) => `\`${one.name}${one.isNeeded ? '' : '?'}\``)
            .join(', ')} }`
        : '';
    const text = [said, fallback, inner].filter((part) => part !== '').join(' ');
    return `| \`${name}${isNeeded ? '' : '?'}\` | ${cell(typeOf(schema))} | ${cell(text)} |`;
  });
  return ['| member | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A union of objects: the common members, then those of each object. */
function union(name: string, options: readonly Schema[]): string {
  const all = options.map(membersOf);
  const [first = [], ...rest] = all;
  const isCommon = (column: Column): boolean =>
    column.name !== 'type' &&
    rest.every((members) => members.some((member) => member.name === column.name));
  // The kinds of parts and questions have the members that the kinds of requests have.
  if (name !== 'InteractionRequest') {
    const own =
      'The members of its `type` are those of an [InteractionRequest](#interactionrequest).';
    return `${table(first.filter(isCommon))}\n\n${own}`;
  }
  const parts = options.map((option, at) => {
    const type = (option['properties'] as Record<string, Schema>)['type']?.['const'];
    const own = (all[at] ?? []).filter((member) => member.name !== 'type' && !isCommon(member));
    return `With \`type: "${String(type)}"\`:\n\n${table(own)}`;
  });
  return [table(first.filter(isCommon)), ...parts].join('\n\n');
}

function section(name: string): string {
  const schema = schemas[name] ?? {};
  const options = schema['oneOf'];
  const body = Array.isArray(options) ? union(name, options as Schema[]) : table(membersOf(schema));
  return [`### ${name}`, describedBy(schema), body, example(name)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The first valid fixture of an object that needs a complete example. */
function example(name: string): string {
  if (!['InteractionRequest', 'InteractionResponse', 'Run', 'Problem'].includes(name)) return '';
  const kebab = name.replaceAll(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();
  const text = readFileSync(join(root, `packages/protocol/fixtures/valid/${kebab}.json`), 'utf8');
  const { cases } = JSON.parse(text) as { cases: { value: unknown }[] };
  return `\`\`\`json\n${JSON.stringify(cases[0]?.value, null, 2)}\n\`\`\``;
}

const pascal = (type: string): string =>
  type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const UNSTORED = new Set(Object.keys(UNSTORED_EVENTS).map(pascal));

const isEvent = (name: string): boolean =>
  /Event(Data)?$/.test(name) || ['StreamEvent', 'InboxFrame'].includes(name);

function objects(): string {
  const names = Object.keys(schemas).filter((name) => !isEvent(name) && !UNSTORED.has(name));
  return names.map((name) => section(name)).join('\n\n');
}

function events(): string {
  const types = Object.keys(EVENT_DATA).map((type) => {
    const data = schemas[`${pascal(type)}EventData`] ?? {};
    const columns = table(membersOf(data));
    return [`### \`${type}\``, describedBy(data), columns]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  const unstored = Object.entries(UNSTORED_EVENTS).map(([type]) => {
    const event = schemas[pascal(type)];
    const { data } = (event?.['properties'] ?? {}) as Record<string, Schema>;
    return `### \`${type}\`\n\n${describedBy(event)}\n\n${table(membersOf(data ?? {}))}`;
  });
  return [table(membersOf(schemas['UnknownEvent'] ?? {})), ...types, ...unstored].join('\n\n');
}

function endpoints(): string {
  const rows = Object.values(ENDPOINTS).map(({ method, path }) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${path} is not described`);
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const body = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) =>
      typeOf(schema),
    );
    const answers = Object.entries(operation.responses)
      .filter(([status]) => status < '300')
      .map(([status, { content = {}, description }]) => {
        const forms = Object.entries(content).map(([media, { schema }]) =>
          media === 'text/event-stream' ? 'events' : typeOf(named(schema)),
        );
        return `${status} ${forms.length === 0 ? description : forms.join(' or ')}`;
      });
    const call = `\`${method} ${path}\`${query.map(({ name }) => ` \`${name}?\``).join('')}`;
    return `| ${call} | ${cell(operation.summary)} | ${body.join('')} | ${cell(answers.join('; '))} |`;
  });
  return ['| call | effect | body | response |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Query parameters and headers, each once, with the endpoints that take it. */
function parameters(): string {
  const calls = new Map<string, string[]>();
  for (const { method, path } of Object.values(ENDPOINTS)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    for (const { name, in: where, description = '' } of operation?.parameters ?? []) {
      if (where === 'path') continue;
      const row = `\`${name}\` | ${where} | ${cell(description)}`;
      calls.set(row, [...(calls.get(row) ?? []), `\`${method} ${path}\``]);
    }
  }
  const rows = [...calls].map(([row, of]) => `| ${row} | ${of.join(', ')} |`);
  return ['| name | in | meaning | used by |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const problemSource = readFileSync(join(root, 'packages/protocol/src/problem-codes.ts'), 'utf8');

/** The comment of a problem code: when it occurs. */
function problemComment(code: string): string {
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n {2}${code}: `).exec(
    problemSource,
  )?.[1];
  return (comment ?? '').replaceAll(/\s+(?:\* )?/g, ' ').trim();
}

function problems(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) =>
      `| \`${code}\` | ${status} | ${title} | ${cell(problemComment(code))} |`,
  );
  return ['| code | status | title | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The text of `docs/protocol.md`. */
export const protocolDocs = (): string => `# The wire protocol

Generated from the schemas of \`@hitl/protocol\` by \`pnpm protocol\`; do not edit it by hand. \`GET /openapi.json\` returns the same in machine-readable form. Valid and invalid examples of everything are in \`packages/protocol/fixtures\`.

Members are \`snake_case\`. Times are RFC 3339, in UTC with milliseconds. Ids are opaque: 1 to 256 characters without control characters. A \`?\` marks an optional member. Objects may have additional members; preserve them. Ignore events of unknown types.

These members have the same meaning everywhere:

| member | meaning |
| --- | --- |
| \`session_id\` | A conversation: the runs of one person with agents, one at a time. |
| \`run_id\`, \`root_run_id\` | One execution of an agent, and the root of its nested runs: its own id for a root run. |
| \`message_id\`, \`step_id\` | A message of the agent, and the step with the same content. The calls of one message are a batch. |
| \`tool_call_id\` | A call, unique in its run. |
| \`tool_name\`, \`agent_id\` | The name of a tool, and of an agent. |
| \`interaction_id\`, \`request_id\` | A request to a person: the \`id\` of its [InteractionRequest](#interactionrequest). |
| \`user_id\` | A person, by the host's id. |
| \`created_at\`, \`updated_at\`, \`resolved_at\` | When it was created, last changed, settled. |
| \`note\`, \`reason\` | A person's text; a reason, for people and for the model. |
| \`next_cursor\` | The \`cursor\` of the next page; \`null\` on the last one. |

## Endpoints

Below the base path of the server. A body is JSON; a state-changing call needs \`content-type: application/json\`.

${endpoints()}

${parameters()}

## Problems

Errors are \`application/problem+json\`, see [Problem](#problem). Check the \`code\`; texts may change.

${problems()}

## Events

In a stream of server-sent events, each event has \`id: <seq>\`, \`event: <type>\` and \`data:\` with this object on one line:

${events()}

## Objects

${objects()}
`;
