import type { ProtectedFiles } from './protected-files.ts';
import type { ToolSettings } from './tool-settings.ts';
import { namedPath } from './workspace.ts';

/** Settings of tools that open files. */
export interface FileToolSettings extends ToolSettings {
  /**
   * Files that the tool never opens, even if allowed. Default: those in folders called `.hitl` or
   * `.delta`.
   */
  readonly protectedFiles?: ProtectedFiles;
}

type Args = Readonly<Record<string, unknown>>;

/** The argument `path`. */
export function pathArgument(args: Args): string {
  return textArgument(args, 'path');
}

/** @throws TypeError if it is not a string, though the schema has already checked that. */
export function textArgument(args: Args, name: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`);
  return value;
}

/** The absolute path of a call, for the person who decides. */
export function describePath(workspace: string, args: Args): Readonly<Record<string, unknown>> {
  try {
    return { paths: [namedPath(workspace, pathArgument(args))] };
  } catch {
    // The path is invalid: the call fails with the reason when it runs.
    return {};
  }
}
