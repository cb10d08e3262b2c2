import * as z from 'zod';
import { didYouMean } from '../base/closest.ts';
import type { ConfigDocument } from './document.ts';
import type { ConfigProblem } from './error.ts';
import { labelOf, type Placed } from './placed.ts';
import {
  AgentSchema,
  ModelSchema,
  ServerSchema,
  ToolSchema,
  storeSchema,
  type Component,
} from './schema.ts';
import { fit } from './section.ts';

const SCHEMAS: Readonly<Record<Component['type'], z.ZodType<Component>>> = {
  server: ServerSchema,
  permission_store: storeSchema('permission_store'),
  session_store: storeSchema('session_store'),
  model: ModelSchema,
  tool: ToolSchema,
  agent: AgentSchema,
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
  const { file, value } = document;
  const head = MapSchema.safeParse(value).data;
  if (head === undefined) {
    return {
      problems: [
        { file, line: document.lineOf([]), message: 'expected a component: a map of keys.' },
      ],
    };
  }
  const { type, name } = head;
  if (!isType(type)) {
    const given = type === undefined ? 'it is missing.' : `unknown type ${JSON.stringify(type)}.`;
    const hint = typeof type === 'string' ? didYouMean(type, TYPES) : '';
    const message = `${given}${hint} Expected one of ${TYPES.join(', ')}.`;
    return { problems: [{ file, line: document.lineOf(['type']), key: 'type', message }] };
  }
  const result = fit(SCHEMAS[type], value);
  if ('value' in result)
    return { placed: { file, component: result.value, lineOf: (path) => document.lineOf(path) } };
  const component = labelOf({ type, name });
  const problems = result.misfits.map(({ path, message }) => {
    const key = path.length > 0 ? { key: path.join('.') } : {};
    return { file, line: document.lineOf(path), component, ...key, message };
  });
  return { problems: problems.toSorted((a, b) => a.line - b.line) };
}
