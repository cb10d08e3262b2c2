import { inexactNumberIn } from '@hitl/protocol/fold';
import { isObject, type JsonObject } from '../process/json.ts';

/** The hooks of Claude Code that this command is for. */
const EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const;

/** Input of a hook of Claude Code before or after a call. */
export interface HookInput {
  readonly event: (typeof EVENTS)[number];
  readonly sessionId: string;
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** Missing before version 2.0.45. */
  readonly toolUseId?: string;
  readonly cwd?: string;
  readonly permissionMode?: string;
  /** All of it, with what became of a call. */
  readonly whole: object;
}

/**
 * Parses the input of the hook.
 * @throws Error that says what is wrong with it
 */
export function readHookInput(text: string): HookInput {
  const input = parsed(text);
  const { hook_event_name: name, session_id, tool_name, tool_input, tool_use_id } = input;
  const event = EVENTS.find((known) => known === name);
  if (event === undefined) {
    const got = typeof name === 'string' ? name : 'nothing';
    throw new Error(`hook_event_name is ${got}; this is a hook for ${EVENTS.join(', ')}`);
  }
  if (typeof session_id !== 'string' || session_id === '') throw missing('session_id');
  if (typeof tool_name !== 'string' || tool_name === '') throw missing('tool_name');
  if (!isObject(tool_input)) throw missing('tool_input');
  const number = event === 'PreToolUse' ? inexactNumberIn(text) : undefined;
  if (number !== undefined) {
    throw new Error(`the call contains ${number}, which cannot be represented exactly`);
  }
  const { cwd, permission_mode: mode } = input;
  return {
    event,
    whole: input,
    sessionId: session_id,
    toolName: tool_name,
    toolInput: tool_input,
    ...(typeof tool_use_id === 'string' && tool_use_id !== '' && { toolUseId: tool_use_id }),
    ...(typeof cwd === 'string' && { cwd }),
    ...(typeof mode === 'string' && { permissionMode: mode }),
  };
}

function parsed(text: string): JsonObject {
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
