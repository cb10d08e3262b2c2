import { canonicalJson, type ToolArgs } from './json.ts';

/** The parts of `node:crypto` that are used on Node. */
interface NodeCrypto {
  /** Digests in one call, without an object for the state. Node 20.12 and newer. */
  hash?(algorithm: 'sha256', text: string, encoding: 'hex'): string;
  createHash(algorithm: 'sha256'): {
    update(text: string, encoding: 'utf8'): { digest(encoding: 'hex'): string };
  };
}

interface Host {
  readonly process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined };
}

const nodeCrypto = (globalThis as Host).process?.getBuiltinModule?.('node:crypto');

/**
 * Lower-case hex SHA-256 of a text in UTF-8, by `node:crypto` on Node, else by the global
 * `crypto.subtle`.
 */
export async function sha256(text: string): Promise<string> {
  // Each commit needs many small digests, and switching to another thread takes longer than one.
  if (nodeCrypto?.hash !== undefined) return nodeCrypto.hash('sha256', text, 'hex');
  if (nodeCrypto?.createHash !== undefined) {
    return nodeCrypto.createHash('sha256').update(text, 'utf8').digest('hex');
  }
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The digest that an approval is bound to: the hex SHA-256 of the RFC 8785 form of
 * `{"args": …, "tool": …}`. Any change of the tool name or arguments changes it. Rejects with a
 * TypeError where `canonicalJson` throws.
 */
export async function argsDigest(tool: string, args: ToolArgs): Promise<string> {
  return sha256(canonicalJson({ args, tool }));
}
