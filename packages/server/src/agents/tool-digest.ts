import { canonicalJson, sha256 } from '@hitl/protocol/fold';
import type { Tool } from './tool.ts';

/** The last digest of each tool, and what it is of: a host may change a tool. */
const digests = new WeakMap<Tool, { readonly text: string; readonly digest: Promise<string> }>();

/**
 * Hex SHA-256 of a tool's name, description, JSON Schema, version, and its program or server. An
 * approval is bound to it. The code of a tool in this process is not included: change `version`
 * when it changes.
 */
export function toolDigest(tool: Tool): Promise<string> {
  const {
    name,
    description = null,
    parameters,
    version = null,
    source = null,
    agent = null,
  } = tool;
  const definition = { name, description, parameters, version, source, agent };
  const text = JSON.stringify(definition);
  const known = digests.get(tool);
  if (known?.text === text) return known.digest;
  // A schema from plain JavaScript may hold members that JSON leaves out.
  const json = JSON.parse(text) as Record<string, never>;
  const digest = sha256(canonicalJson(['hitl-tool-1', json]));
  digests.set(tool, { text, digest });
  return digest;
}
