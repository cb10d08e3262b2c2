import { namedPath } from './workspace.ts';

type Args = Readonly<Record<string, unknown>>;

/** The argument `path`. */
export function pathArgument(args: Args): string {
  return textArgument(args, 'path');
}

/** @throws TypeError when it is not a text; the schema has it checked before. */
export function textArgument(args: Args, name: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new TypeError(`${name} must be a text`);
  return value;
}

/** For the person who decides: the absolute path that is meant. */
export function describePath(workspace: string, args: Args): Readonly<Record<string, unknown>> {
  try {
    return { paths: [namedPath(workspace, pathArgument(args))] };
  } catch {
    // The call fails with its reason when it runs; there is nothing to show.
    return {};
  }
}
