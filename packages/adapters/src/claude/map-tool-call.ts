import type { MappedCall } from '../base/mapped-call.ts';

type Args = MappedCall['toolArgs'];

/** The HITL name of a Claude Code tool, and of its arguments whose names differ. */
interface Equivalent {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

const EQUIVALENTS: Readonly<Record<string, Equivalent>> = {
  Bash: { name: 'bash', args: {} },
  Read: { name: 'file_read', args: { file_path: 'path' } },
  Write: { name: 'file_write', args: { file_path: 'path' } },
  Edit: {
    name: 'file_edit',
    args: { file_path: 'path', old_string: 'old_text', new_string: 'new_text' },
  },
  NotebookEdit: {
    name: 'file_edit',
    args: { notebook_path: 'path', new_source: 'new_text' },
  },
  WebFetch: { name: 'web_fetch', args: {} },
};

/**
 * Maps a call of Claude Code to the names that rules match, so that `bash(…)` and `file_write(…)` apply to it
 * as to every agent. No argument is dropped: an argument unknown to rules makes them ask a person.
 */
export function mapToolCall(toolName: string, toolInput: Args): MappedCall {
  const equivalent = equivalentOf(toolName);
  if (equivalent === undefined) return { toolName, toolArgs: toolInput };
  const renamed = renamedArgs(toolInput, equivalent.args);
  // Two arguments would get the same name.
  if (renamed === null) return { toolName, toolArgs: toolInput };
  return { toolName: equivalent.name, toolArgs: renamed };
}

/** Maps arguments edited by a person back to the names of Claude Code. */
export function toToolInput(toolName: string, mapped: MappedCall, edited: Args): Args {
  const { args = {} } = equivalentOf(toolName) ?? {};
  if (mapped.toolName === toolName) return edited;
  const back = Object.fromEntries(Object.entries(args).map(([theirs, ours]) => [ours, theirs]));
  return renamedArgs(edited, back) ?? edited;
}

function equivalentOf(toolName: string): Equivalent | undefined {
  return Object.hasOwn(EQUIVALENTS, toolName) ? EQUIVALENTS[toolName] : undefined;
}

function renamedArgs(args: Args, names: Readonly<Record<string, string>>): Args | null {
  const entries = Object.entries(args).map(
    ([name, value]) => [Object.hasOwn(names, name) ? (names[name] ?? name) : name, value] as const,
  );
  const isUnique = new Set(entries.map(([name]) => name)).size === entries.length;
  return isUnique ? Object.fromEntries(entries) : null;
}
