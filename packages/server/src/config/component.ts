import type * as z from 'zod';
import { didYouMean } from '../base/closest.ts';
import { isObject } from '../base/is-object.ts';
import type { ConfigDocument } from './document.ts';
import { errorAt, readAs, type Placed } from './placed.ts';
import { agentSchema } from './schema/agent.ts';
import type { Component } from './schema/component.ts';
import { modelSchema, type ModelSource } from './schema/model.ts';
import { serverSchema } from './schema/server.ts';
import { storeSchema } from './schema/store.ts';
import { toolSchema } from './schema/tool.ts';

/** Functions, as making a schema takes time and most configurations have a few types only. */
const SCHEMAS: Readonly<Record<Component['type'], (source: ModelSource) => z.ZodType<Component>>> =
  {
    server: (source) => serverSchema(source),
    permission_store: (source) => storeSchema('permission_store', source),
    session_store: (source) => storeSchema('session_store', source),
    model: (source) => modelSchema(source),
    tool: (source) => toolSchema(source),
    agent: (source) => agentSchema(source),
  };
const TYPES = Object.keys(SCHEMAS);

function isType(value: unknown): value is Component['type'] {
  return typeof value === 'string' && Object.hasOwn(SCHEMAS, value);
}

/**
 * One document as a component of its `type`, with defaults, absolute paths and the scripts of models.
 * @throws ConfigError with all its problems
 */
export function readComponent(document: ConfigDocument, source: ModelSource): Placed {
  const { file, lineOf, value } = document;
  if (!isObject(value)) throw errorAt(document, [], 'expected a component: a map of keys.');
  const { type, name } = value;
  if (!isType(type)) {
    const given = type === undefined ? 'it is missing.' : `unknown type ${JSON.stringify(type)}.`;
    const hint = typeof type === 'string' ? didYouMean(type, TYPES) : '';
    throw errorAt(document, ['type'], `${given}${hint} Expected one of ${TYPES.join(', ')}.`);
  }
  const component = readAs(SCHEMAS[type](source), value, {
    file,
    lineOf,
    component: { type, name },
  });
  return { file, lineOf, component };
}
