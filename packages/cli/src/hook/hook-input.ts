import { inexactNumberIn } from '@hitl/protocol/fold';

/** Input of a PreToolUse hook of Claude Code. */
export interface HookInput {
  readonly sessionId: string;
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** Missing before version 2.0.45. */
  readonly toolUseId?: string;
  readonly cwd?: string;
  readonly permissionMode?: string;
}

/**
 * Parses the input of the hook.
 * @throws Error that says what is wrong with it
 */
export function readHookInput(text: string): HookInput {
  const input = parsed(text);
  const { hook_event_name: event, session_id, tool_name, tool_input, tool_use_id } = input;
  if (event !== 'PreToolUse') {
    const got = typeof event === 'string' ? event : 'nothing';
    throw new Error(`hook_event_name is ${got}; this is a hook for PreToolUse`);
  }
  if (typeof session_id !== 'string' || session_id === '') throw missing('session_id');
  if (typeof tool_name !== 'string' || tool_name === '') throw missing('tool_name');
  if (!isObject(tool_input)) throw missing('tool_input');
  const number = inexactNumberIn(text);
  if (number !== undefined) {
    throw new Error(`the call contains ${number}, which cannot be represented exactly`);
  }
  const { cwd, permission_mode: mode } = input;
  return {
    sessionId: session_id,
    toolName: tool_name,
    toolInput: tool_input,
    ...(typeof tool_use_id === 'string' && tool_use_id !== '' && { toolUseId: tool_use_id }),
    ...(typeof cwd === 'string' && { cwd }),
    ...(typeof mode === 'string' && { permissionMode: mode }),
  };
}

function parsed(text: string): Record<string, unknown> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (cause) {
    throw new Error('stdin is not JSON; Claude Code runs this command as a hook', { cause });
  }
  if (isObject(input)) return input;
  throw new Error('stdin is not a JSON object');
}

function missing(name: string): Error {
  return new Error(`${name} is missing`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
