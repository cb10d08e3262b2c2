import { Validator } from '@cfworker/json-schema';
import type { Issue } from '@hitl/protocol/endpoints';
import type { JsonSchema } from './tool.ts';

const validators = new WeakMap<JsonSchema, Validator>();

/**
 * Why arguments do not fit a tool's JSON Schema; empty when they do. The schema is interpreted, not
 * compiled, so it works where `eval` is forbidden.
 */
export function validateArgs(
  schema: JsonSchema,
  args: Readonly<Record<string, unknown>>,
): readonly Issue[] {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = new Validator(schema, '2020-12', false);
    validators.set(schema, validator);
  }
  const { valid, errors } = validator.validate(args);
  if (valid) return [];
  const leaves = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items');
  return leaves.map(({ instanceLocation: at, error }) => ({
    path: at.replace(/^#\/?/, '').replaceAll('/', '.'),
    message: error,
  }));
}
