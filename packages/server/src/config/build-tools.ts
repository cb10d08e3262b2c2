import {
  createAskHumanTool,
  createBashTool,
  createCommandTool,
  createFileEditTool,
  createFileReadTool,
  createFileWriteTool,
  type ProtectedFiles,
  type ToolSettings,
} from '../tools/index.ts';
import type { Tool } from '../agents/tool.ts';
import { camelKeys } from '../base/camel-keys.ts';
import type { BuiltinToolComponent, CommandToolComponent, ToolComponent } from './schema/tool.ts';

/** Where tools work: options that they have in common. */
export interface ToolPlace {
  /** An absolute path. */
  readonly workspace: string;
  readonly maxOutputBytes: number;
  readonly protectedFiles: ProtectedFiles;
  /** Whether an empty text answers a plain question of `ask_human`. Default `false`. */
  readonly emptyAnswers?: boolean;
  /** Called with warnings for the operator. Default: a warning of the process. */
  readonly onWarning?: (message: string) => void;
}

/** The builtin tools, by name. */
const BUILTINS: Readonly<Record<string, (options: ToolPlace & ToolSettings) => Tool>> = {
  bash: createBashTool,
  file_read: createFileReadTool,
  file_write: createFileWriteTool,
  file_edit: createFileEditTool,
  ask_human: createAskHumanTool,
};

/** Builds a tool from its component: a builtin one with other settings, or a command. */
export function buildTool(
  component: BuiltinToolComponent | CommandToolComponent,
  place: ToolPlace,
): Tool {
  if (!('command' in component)) {
    const build = BUILTINS[component.name];
    if (build === undefined) throw new Error(`there is no builtin tool ${component.name}`);
    return build({ ...camelKeys(component), ...place });
  }
  const { type: _type, kind: _kind, command, permission, ...settings } = component;
  const [program = '', ...args] = command;
  const { workspace, maxOutputBytes } = place;
  return createCommandTool({
    ...camelKeys(settings),
    ...(permission !== undefined && { permission: camelKeys(permission) }),
    command: [program, ...args],
    workspace,
    maxOutputBytes,
  });
}

/** The builtin tools without a component, with default settings. */
export function remainingBuiltins(components: readonly ToolComponent[], place: ToolPlace): Tool[] {
  const named = new Set(components.map(({ name }) => name));
  return Object.entries(BUILTINS).flatMap(([name, build]) =>
    named.has(name) ? [] : [build(place)],
  );
}
