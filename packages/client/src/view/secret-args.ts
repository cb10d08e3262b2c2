import type { ToolArgs } from '@hitl/protocol';

type Schema = Readonly<Record<string, unknown>>;

/** How the schema of a tool says that a value is secret. */
const MARK = /"(format":"password"|(writeOnly|x-sensitive)":true)/;

/**
 * Whether an argument may hold a secret, anywhere in it. In doubt, as behind a reference, it does:
 * such arguments are in no draft.
 */
export function mayBeSecret(schema: Schema | undefined, name: string): boolean {
  if (schema === undefined) return false;
  const { properties, ...rest } = schema;
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  const own = JSON.stringify(Object.hasOwn(known, name) ? known[name as never] : rest);
  return MARK.test(own.includes('"$ref"') ? JSON.stringify(schema) : own);
}

/** The arguments that may hold a secret, or the others. */
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

/** Without what quotes and stars are escaped with, in JSON and in rules. */
function bare(text: string): string {
  return text.replaceAll('\\', '');
}

/** Tells the texts that write a secret of the arguments down, however it is escaped in them. */
export function secretFinder(
  args: ToolArgs,
  schema: Schema | undefined,
): (text: string) => boolean {
  const secrets = Object.values(argsWhere(true, args, schema))
    .flatMap(leavesOf)
    .filter((leaf) => typeof leaf === 'number' || (typeof leaf === 'string' && leaf !== ''))
    .map((leaf) => bare(String(leaf)));
  return (text) => secrets.some((secret) => bare(text).includes(secret));
}
