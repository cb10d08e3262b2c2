/** The part of a call that rules match. */
export type ResourceKind = 'command' | 'path' | 'url' | 'json' | 'text';

/** How rules match the calls of one tool. */
export interface ToolDescriptor {
  readonly kind: ResourceKind;
  /** The argument that rules are matched with; all of them for `json`. */
  readonly arg?: string | undefined;
  /**
   * Arguments that do not matter for the decision. Any other argument turns an allow by pattern
   * into `ask`.
   */
  readonly safeArgs?: readonly string[] | undefined;
  /**
   * Arguments that the host adds to a call by itself: they are not checked. Default: none; whatever
   * else a call has is checked, or turns an allow by pattern into `ask`.
   */
  readonly injectedArgs?: readonly string[] | undefined;
  /** The shell of a `command`. Default `bash`; for others than `bash`, `sh`, `dash` and `posix` only exact text is allowed. */
  readonly dialect?: string | undefined;
  /** The tool changes nothing, so that `tool(*)` may be suggested. Default false. */
  readonly readOnly?: boolean | undefined;
  /**
   * Returns the tool's own text for a call, instead of `arg`. An error or another type counts as a
   * bad argument.
   */
  readonly resource?: ((args: Readonly<Record<string, unknown>>) => string) | undefined;
}

/** A call to evaluate. Arguments are what the model wrote: of any shape. */
export interface ToolCall {
  readonly toolName: string;
  readonly toolArgs: unknown;
}

/** The descriptor of a tool that has none: by its name, else the whole arguments as JSON. */
export function conventionalDescriptor(toolName: string): ToolDescriptor {
  if (toolName === 'bash' || toolName === 'shell' || toolName === 'run_shell_command') return SHELL;
  if (toolName.startsWith('file_')) return FILE;
  if (toolName === 'web_fetch') return URL_TOOL;
  return JSON_TOOL;
}

const SHELL: ToolDescriptor = {
  kind: 'command',
  arg: 'command',
  safeArgs: ['description', 'timeout'],
};
const FILE: ToolDescriptor = {
  kind: 'path',
  arg: 'path',
  safeArgs: ['offset', 'limit', 'content', 'old_text', 'new_text'],
};
const URL_TOOL: ToolDescriptor = { kind: 'url', arg: 'url', safeArgs: ['prompt'] };
const JSON_TOOL: ToolDescriptor = { kind: 'json' };

/** What a descriptor picks out of a call. */
export interface Subject {
  /** A string, the words of an argument vector, all arguments for `json`; `undefined` if unfit. */
  readonly value: unknown;
  /** The first argument that is neither checked nor safe. */
  readonly extra: string | undefined;
}

/** Picks out what rules are matched with. What the descriptor names as injected is dropped first. */
export function subjectOf(call: ToolCall, descriptor: ToolDescriptor): Subject {
  const args = call.toolArgs;
  const { kind } = descriptor;
  if (kind === 'json') return { value: withoutInjected(args, descriptor), extra: undefined };
  if (!isObject(args)) return { value: undefined, extra: undefined };
  if (descriptor.resource !== undefined) {
    return { value: ownText(descriptor.resource, args), extra: undefined };
  }
  const { arg = '', safeArgs = [], injectedArgs = [] } = descriptor;
  const value = Object.hasOwn(args, arg) ? args[arg] : undefined;
  let extra: string | undefined;
  for (const name in args) {
    if (name === arg || injectedArgs.includes(name) || safeArgs.includes(name)) continue;
    if (args[name] === undefined || !Object.hasOwn(args, name)) continue;
    extra = name;
    break;
  }
  const fit = typeof value === 'string' || (kind === 'command' && isArgv(value));
  return { value: fit ? value : undefined, extra };
}

function ownText(
  resource: (args: Readonly<Record<string, unknown>>) => unknown,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  try {
    const text = resource(args);
    return typeof text === 'string' ? text : undefined;
  } catch {
    // A tool that cannot name what it would do has not said enough to match a pattern.
    return undefined;
  }
}

function withoutInjected(args: unknown, descriptor: ToolDescriptor): unknown {
  if (!isObject(args)) return args;
  const { safeArgs = [], injectedArgs = [] } = descriptor;
  const names = Object.keys(args);
  const kept = names.filter((name) => !injectedArgs.includes(name) && !safeArgs.includes(name));
  if (kept.length === names.length) return args;
  // With no prototype: a key called `__proto__` stays a key.
  const rest: Record<string, unknown> = Object.create(null);
  for (const name of kept) rest[name] = args[name];
  return rest;
}

/** A command as the list of its words. */
export function isArgv(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')
  );
}

/** Whether `value` is an object with named members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
