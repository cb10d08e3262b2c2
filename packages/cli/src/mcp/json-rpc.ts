import { inexactNumberIn } from '@hitl/protocol/fold';
import { isObject, type JsonObject } from '../process/json.ts';

/** A message of JSON-RPC: a request, a notification or a response. */
export type Message = JsonObject;

/** The id of a request. */
export type MessageId = string | number;

/** Characters of one message of a client. */
export const MAX_CLIENT_MESSAGE: number = 4 * 1024 * 1024;
/** Characters of one message of a server. */
export const MAX_SERVER_MESSAGE: number = 64 * 1024 * 1024;

/** A parsed message, or the error to send back. */
export type ReadMessage =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly error: Message };

/**
 * Parses a message of a client. The server must understand it exactly as we do, so a batch, a number that
 * JSON would change, or a member in another spelling is refused: some servers ignore the case of names.
 */
export function readClientMessage(text: string): ReadMessage {
  if (isDeep(text)) return refused(null, -32_600, 'The message is nested too deeply.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(null, -32_700, 'The message is not JSON.');
  }
  if (!isObject(value)) return refused(null, -32_600, 'Expected a single message, not a batch.');
  const id = idOf(value) ?? null;
  const number = inexactNumberIn(text);
  if (number !== undefined) {
    return refused(id, -32_602, `${number} cannot be represented exactly. Use a string.`);
  }
  const { method = '' } = value;
  if (typeof method !== 'string') return refused(id, -32_600, 'method: expected a string.');
  if (method !== CALL && foldCase(method).replaceAll(/[^a-z/]/g, '') === CALL) {
    return refused(id, -32_600, 'method: unexpected spelling.');
  }
  const misspelled =
    misspelledIn(value, MEMBERS) ?? misspelledIn(objectIn(value, 'params'), PARAMS);
  if (misspelled === undefined) return { ok: true, message: value };
  return refused(id, -32_600, `${misspelled}: unexpected spelling.`);
}

const CALL = 'tools/call';
const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);
const PARAMS = new Set(['name', 'arguments', '_meta', 'inputResponses', 'requestState', 'task']);

/** A name that is one of these only if case is ignored; in Unicode, `ſ` and `K` are letters of ASCII then. */
function misspelledIn(value: Message, names: ReadonlySet<string>): string | undefined {
  const folded = new Set([...names].map((name) => foldCase(name)));
  return Object.keys(value).find((name) => !names.has(name) && folded.has(foldCase(name)));
}

function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

function refused(id: MessageId | null, code: number, message: string): ReadMessage {
  return { ok: false, error: errorResponse(id, code, message) };
}

/** Why a request has no result. */
export const CONNECTION_ENDED =
  'The connection to the MCP server ended before it returned a result.';

/** The recorded result of a call whose connection ended. */
export const NO_RESULT: string = `${CONNECTION_ENDED} The tool may or may not have run.`;

/** The recorded result of a call that its client gave up before it was passed to the server. */
export const NOT_RUN: string =
  'The client cancelled the call before it was passed on, so it did not run.';

/** The recorded result of a call that its client gave up while the server ran it. */
export const GIVEN_UP: string =
  'The client cancelled the call while it ran. The tool may or may not have run.';

/** The recorded result of a call that its client gave up while the server waited for input. */
export const CANCELLED: string = 'The client cancelled the call.';

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

/** The object in a member, or an empty one. */
export function objectIn(value: Message, name: string): Message {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

/**
 * Parses a message of a server; `undefined` if it is not a JSON object. A response that is nested so deeply that
 * it could not be recorded is an error here.
 */
export function readServerMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    if (!isDeep(text)) return value;
    const id = idOf(value);
    if (id === undefined || value['method'] !== undefined) return undefined;
    return errorResponse(id, -32_000, 'The result is nested too deeply to be recorded.');
  } catch {
    return undefined;
  }
}

const MAX_DEPTH = 256;

/** Whether JSON is nested so deeply that functions that call themselves for each level would fail. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '{':
      case '[':
        depth += 1;
        if (depth > MAX_DEPTH) return true;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
      case '"':
        at = endOfString(text, at);
        break;
      default:
    }
  }
  return false;
}

/** The index of the end of the string that begins at `start`, or of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
