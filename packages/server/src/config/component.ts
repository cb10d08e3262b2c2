import * as z from 'zod';
import { didYouMean } from '../base/closest.ts';
import type { ConfigDocument } from './document.ts';
import type { ConfigProblem } from './error.ts';
import { problemAt, type Placed } from './placed.ts';
import { AgentSchema } from './schema/agent.ts';
import type { Component } from './schema/component.ts';
import { ModelSchema } from './schema/model.ts';
import { ServerSchema } from './schema/server.ts';
import { storeSchema } from './schema/store.ts';
import { ToolSchema } from './schema/tool.ts';
import { fit } from './section.ts';

/** Functions, as making a schema takes time and most configurations have a few types only. */
const SCHEMAS: Readonly<Record<Component['type'], () => z.ZodType<Component>>> = {
  server: () => ServerSchema,
  permission_store: () => storeSchema('permission_store'),
  session_store: () => storeSchema('session_store'),
  model: () => ModelSchema,
  tool: () => ToolSchema,
  agent: () => AgentSchema,
};
const TYPES = Object.keys(SCHEMAS);

const MapSchema = z.record(z.string(), z.unknown());

function isType(value: unknown): value is Component['type'] {
  return typeof value === 'string' && Object.hasOwn(SCHEMAS, value);
}

/** One document as a component of its `type`, or all its problems. */
export function readComponent(
  document: ConfigDocument,
): { readonly placed: Placed } | { readonly problems: readonly ConfigProblem[] } {
  const head = MapSchema.safeParse(document.value).data;
  if (head === undefined) {
    return { problems: [problemAt(document, [], 'expected a component: a map of keys.')] };
  }
  const { type, name } = head;
  if (!isType(type)) {
    const given = type === undefined ? 'it is missing.' : `unknown type ${JSON.stringify(type)}.`;
    const hint = typeof type === 'string' ? didYouMean(type, TYPES) : '';
    const message = `${given}${hint} Expected one of ${TYPES.join(', ')}.`;
    return { problems: [problemAt(document, ['type'], message)] };
  }
  const { file, lineOf } = document;
  const result = fit(SCHEMAS[type](), document.value);
  if ('value' in result) return { placed: { file, lineOf, component: result.value } };
  const problems = result.misfits.map(({ path, message }) =>
    problemAt({ file, lineOf, component: { type, name } }, path, message),
  );
  return { problems: problems.toSorted((a, b) => a.line - b.line) };
}
