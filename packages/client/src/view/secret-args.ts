import type { ToolArgs } from '@hitl/protocol';

type Schema = Readonly<Record<string, unknown>>;

/** Marks of a secret in a JSON Schema. */
const MARK = /"(format":"password"|(writeOnly|x-sensitive)":true)/;

/**
 * Whether an argument may contain a secret at any depth. If unsure, as with a reference, the answer
 * is yes: such arguments are not stored in drafts.
 */
export function mayBeSecret(schema: Schema | undefined, name: string): boolean {
  if (schema === undefined) return false;
  const { properties, ...rest } = schema;
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  const own = JSON.stringify(Object.hasOwn(known, name) ? known[name as never] : rest);
  return MARK.test(own.includes('"$ref"') ? JSON.stringify(schema) : own);
}

/** The arguments that may contain a secret, or the others. */
export function argsWhere(
  secret: boolean,
  args: ToolArgs,
  schema: Schema | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).filter(([name]) => mayBeSecret(schema, name) === secret),
  );
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

/** Without the backslashes that escape quotes and stars in JSON and in rules. */
function normalized(text: string): string {
  return text.replaceAll('\\', '');
}

/** Returns a function that checks whether a text contains a secret of the arguments, even if escaped. */
export function secretFinder(
  args: ToolArgs,
  schema: Schema | undefined,
): (text: string) => boolean {
  const secrets = Object.values(argsWhere(true, args, schema))
    .flatMap(leavesOf)
    .filter((leaf) => typeof leaf === 'number' || (typeof leaf === 'string' && leaf !== ''))
    .map((leaf) => normalized(String(leaf)));
  return (text) => secrets.some((secret) => normalized(text).includes(secret));
}
