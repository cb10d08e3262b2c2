import type { Issue } from '@hitl/protocol/endpoints';
import type * as z from 'zod';

/** The types of schemas in plain words. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  nonoptional: 'a value',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/**
 * Says in plain words what a value of the wire lacks, as the option `error` of a schema's `safeParse`. It
 * names the kind of what came instead, never its content: a body may contain a secret.
 */
export function plainIssue({ input, ...issue }: z.core.$ZodRawIssue): string | undefined {
  const got = input === undefined ? 'it is missing' : `got ${kindOf(input)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${TYPE_NAMES[String(issue['expected'])] ?? String(issue['expected'])}, ${got}`;
    case 'invalid_value': {
      const values = (issue['values'] as readonly unknown[]).map(String).join(', ');
      return `expected one of ${values}${input === undefined ? ', it is missing' : ''}`;
    }
    default:
      return undefined;
  }
}

/** The issues of a value that does not fit a schema, for a problem. */
export function issuesOf({ issues }: z.ZodError): Issue[] {
  return issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  return TYPE_NAMES[typeof input] ?? typeof input;
}
