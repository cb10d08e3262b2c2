import { PARSED } from './programs/shells.ts';

/** The part of a call that rules match. */
export type ResourceKind = 'command' | 'path' | 'url' | 'json' | 'text';

/** How rules match the calls of one tool. */
export interface ToolDescriptor {
  readonly kind: ResourceKind;
  /** The argument that rules are matched with; all of them for `json`. */
  readonly arg?: string | undefined;
  /**
   * Arguments that do not matter for the decision. Any other argument turns an allow by pattern into `ask`.
   */
  readonly safeArgs?: readonly string[] | undefined;
  /**
   * Arguments that the host adds to a call: they are not checked. Default: none. Any other argument is
   * checked, or turns an allow by pattern into `ask`.
   */
  readonly injectedArgs?: readonly string[] | undefined;
  /**
   * The shell of a `command`. Default `bash`. For `zsh`, `sh`, `dash` and `posix`, a pattern covers only what
   * these read as bash does; for any other shell, only exact text can be allowed.
   */
  readonly dialect?: string | undefined;
  /**
   * The argument that names the shell of a call, if it has one. It takes precedence over `dialect`; a shell that
   * rules cannot read counts as any other argument.
   */
  readonly dialectArg?: string | undefined;
  /** The tool has no side effects, so `tool(*)` may be suggested. Default false. */
  readonly readOnly?: boolean | undefined;
  /**
   * Returns the text to match for a call, instead of `arg`. An error, or a result that is no string, counts
   * as a bad argument.
   */
  readonly resource?: ((args: Readonly<Record<string, unknown>>) => string) | undefined;
}

/** A call to evaluate. The arguments come from the model and may have any shape. */
export interface ToolCall {
  readonly toolName: string;
  readonly toolArgs: unknown;
}

/** The descriptor of a tool that has none: chosen by the tool's name, otherwise `json` over all arguments. */
export function conventionalDescriptor(toolName: string): ToolDescriptor {
  if (toolName === 'bash' || toolName === 'shell' || toolName === 'run_shell_command') return SHELL;
  if (toolName.startsWith('file_')) return FILE;
  if (toolName === 'web_fetch') return URL_TOOL;
  return JSON_TOOL;
}

const SHELL: ToolDescriptor = {
  kind: 'command',
  arg: 'command',
  dialectArg: 'shell',
  safeArgs: ['description', 'timeout'],
};
const FILE: ToolDescriptor = {
  kind: 'path',
  arg: 'path',
  safeArgs: ['offset', 'limit', 'content', 'old_text', 'new_text'],
};
const URL_TOOL: ToolDescriptor = { kind: 'url', arg: 'url', safeArgs: ['prompt'] };
const JSON_TOOL: ToolDescriptor = { kind: 'json' };

/** The parts of a call that its descriptor selects. */
export interface Subject {
  /**
   * A string, an argument vector, or all arguments for `json`; `undefined` if the argument has the wrong
   * type.
   */
  readonly value: unknown;
  /** The first argument that is neither checked nor listed as safe. */
  readonly extra: string | undefined;
  /** The shell of a command. */
  readonly dialect?: string | undefined;
}

/** Selects the value that rules are matched against. Arguments listed as injected are removed first. */
export function subjectOf(call: ToolCall, descriptor: ToolDescriptor): Subject {
  const args = call.toolArgs;
  const { kind } = descriptor;
  if (kind === 'json') return { value: withoutInjected(args, descriptor), extra: undefined };
  if (!isObject(args)) return { value: undefined, extra: undefined };
  if (descriptor.resource !== undefined) {
    return { value: ownText(descriptor, args), extra: undefined };
  }
  const { arg = '', dialectArg = '', safeArgs = [], injectedArgs = [] } = descriptor;
  const value = Object.hasOwn(args, arg) ? args[arg] : undefined;
  const shell = Object.hasOwn(args, dialectArg) ? args[dialectArg] : undefined;
  const known = typeof shell === 'string' && PARSED.has(shell);
  let extra: string | undefined;
  for (const name in args) {
    if (name === arg || injectedArgs.includes(name) || safeArgs.includes(name)) continue;
    if (args[name] === undefined || !Object.hasOwn(args, name)) continue;
    if (name === dialectArg && known) continue;
    extra = name;
    break;
  }
  const fit = typeof value === 'string' || (kind === 'command' && isArgv(value));
  const dialect = known ? shell : descriptor.dialect;
  return { value: fit ? value : undefined, extra, dialect };
}

function ownText(
  { resource }: ToolDescriptor,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  try {
    const text: unknown = resource?.(args);
    return typeof text === 'string' ? text : undefined;
  } catch {
    // A missing or empty subject cannot match a pattern.
    return undefined;
  }
}

function withoutInjected(args: unknown, descriptor: ToolDescriptor): unknown {
  if (!isObject(args)) return args;
  const { safeArgs = [], injectedArgs = [] } = descriptor;
  const names = Object.keys(args);
  const kept = names.filter((name) => !injectedArgs.includes(name) && !safeArgs.includes(name));
  if (kept.length === names.length) return args;
  // Without a prototype, a key named `__proto__` is an ordinary key.
  const rest: Record<string, unknown> = Object.create(null);
  for (const name of kept) rest[name] = args[name];
  return rest;
}

/** A command as an argument vector. */
export function isArgv(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')
  );
}

/** Whether `value` is an object with named members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
