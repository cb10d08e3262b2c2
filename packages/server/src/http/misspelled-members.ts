import type { Issue } from '@hitl/protocol/endpoints';
import * as z from 'zod';
import { plainName } from '../base/closest.ts';

/**
 * Members of a body that look like misspelled known names, such as `agentId` for `agent_id`. Other
 * unknown members are ignored, since newer callers may send more; but ignoring `modifiedArgs` would
 * run a call with the arguments from before the person's edit.
 */
export function misspelledMembers(schema: z.ZodType, value: unknown, path = ''): Issue[] {
  if (Array.isArray(value)) {
    const elements = kindsOf(schema).filter((kind) => kind instanceof z.ZodArray);
    return value.flatMap((each, index) =>
      elements.flatMap(({ element }) =>
        misspelledMembers(element as z.ZodType, each, join(path, String(index))),
      ),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const shapes = kindsOf(schema).flatMap((kind) =>
    kind instanceof z.ZodObject ? [kind.shape as z.ZodRawShape] : [],
  );
  const known = new Map(shapes.flatMap((shape) => Object.entries(shape)));
  if (known.size === 0) return [];
  const plain = new Map([...known.keys()].map((name) => [plainName(name), name]));
  return Object.entries(value).flatMap(([name, member]) => {
    const schemaOf = known.get(name);
    if (schemaOf !== undefined) {
      return misspelledMembers(schemaOf as z.ZodType, member, join(path, name));
    }
    const meant = plain.get(plainName(name));
    if (meant === undefined) return [];
    return [{ path: join(path, name), message: `is not known here. Did you mean "${meant}"?` }];
  });
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The schemas inside wrappers and unions. */
function kindsOf(schema: z.ZodType): z.ZodType[] {
  if (
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return kindsOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPipe) return kindsOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => kindsOf(option as z.ZodType));
  }
  if (schema instanceof z.ZodIntersection) {
    const { left, right } = schema.def;
    return [...kindsOf(left as z.ZodType), ...kindsOf(right as z.ZodType)];
  }
  return [schema];
}
