import { inexactNumberIn } from '@hitl/protocol/fold';

/** A message of JSON-RPC: a request, a notification or a response. */
export type Message = Readonly<Record<string, unknown>>;

/** The id of a request. */
export type MessageId = string | number;

/** A parsed message, or the error to send back. */
export type ReadMessage =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly error: Message };

/**
 * Parses a message of a client. The server must understand it exactly as we do, so a batch, or a
 * number that JSON would change, is refused.
 */
export function readClientMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(null, -32_700, 'The message is not JSON.');
  }
  if (!isObject(value)) return refused(null, -32_600, 'Expected a single message, not a batch.');
  const id = idOf(value) ?? null;
  const number = inexactNumberIn(text);
  if (number === undefined) return { ok: true, message: value };
  return refused(id, -32_602, `${number} cannot be represented exactly. Use a string.`);
}

function refused(id: MessageId | null, code: number, message: string): ReadMessage {
  return { ok: false, error: errorResponse(id, code, message) };
}

/** The recorded result of a call whose connection ended. */
export const NO_RESULT =
  'The connection to the MCP server ended before it returned a result. The tool may or may not have run.';

/** The id of a request or a response, if it has one. */
export function idOf({ id }: Message): MessageId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The response to a request that failed. */
export function errorResponse(id: MessageId | null, code: number, message: string): Message {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** The response to a request. */
export function resultResponse(id: MessageId, result: Message): Message {
  return { jsonrpc: '2.0', id, result };
}

/** Whether a value is an object, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a member, or an empty one. */
export function objectIn(value: Message, name: string): Message {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

/** Parses a message of a server; `undefined` if it is not a JSON object. */
export function readServerMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
