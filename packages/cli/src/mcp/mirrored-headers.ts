import { isObject } from '../process/json.ts';
import { objectIn, type Message } from './json-rpc.ts';

const PARAM_PREFIX = 'mcp-param-';
/** The members that `Mcp-Name` repeats, of calls and prompts, resources, and tasks. */
const NAMES = ['name', 'uri', 'taskId'];
/** A name that a header may have. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Sets the headers in which a message of revision 2026-07-28 repeats its body: `Mcp-Method`, `Mcp-Name` and
 * `Mcp-Param-*`. Those of the client are replaced, so that a server or a proxy that reads them does not see
 * another call than the one that was decided about, or arguments from before they were edited.
 */
export function mirrorBody(headers: Headers, message: Message, inputSchema: unknown): void {
  const { method } = message;
  const params = objectIn(message, 'params');
  const name = NAMES.map((member) => params[member]).find((value) => typeof value === 'string');
  for (const [header, value] of [
    ['mcp-method', method],
    ['mcp-name', name],
  ] as const) {
    if (typeof value !== 'string') headers.delete(header);
    else if (headers.has(header)) headers.set(header, encoded(value));
  }
  const repeated = [...headers.keys()].filter((header) => header.startsWith(PARAM_PREFIX));
  for (const header of repeated) headers.delete(header);
  if (method !== 'tools/call') return;
  for (const [header, value] of paramsIn(inputSchema, params['arguments'])) {
    headers.set(PARAM_PREFIX + header, encoded(value));
  }
}

/** The arguments that the schema of a tool wants to be repeated, with the names of their headers. */
function paramsIn(schema: unknown, args: unknown): [header: string, value: string][] {
  if (!isObject(schema) || !isObject(args)) return [];
  return Object.entries(objectIn(schema, 'properties')).flatMap(([name, member]) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    const header = isObject(member) ? member['x-mcp-header'] : undefined;
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    return isPlain && typeof header === 'string' && TOKEN.test(header)
      ? [[header, String(value)] as [string, string]]
      : paramsIn(member, value);
  });
}

/** A text as the value of a header: in Base64 unless it is plain ASCII without spaces at its ends. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text.trim() === text;
  if (isPlain && !/^=\?base64\?.*\?=$/.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
