import { canonicalJson, type ToolArgs } from './json.ts';

/** Lower-case hex SHA-256 of a text in UTF-8. Uses the global `crypto.subtle`. */
export async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What an approval is bound to: the hex SHA-256 of the RFC 8785 form of `{"args": …, "tool": …}`.
 * Any changed byte of tool name or arguments changes it. Rejects with a TypeError where
 * `canonicalJson` throws.
 */
export async function argsDigest(tool: string, args: ToolArgs): Promise<string> {
  return sha256(canonicalJson({ args, tool }));
}
