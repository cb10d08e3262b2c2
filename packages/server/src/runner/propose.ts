import type { ToolCall } from '@hitl/protocol';
import { canonicalJson, inexactNumberIn } from '@hitl/protocol/fold';
import type { ModelChunk } from '../agents/model.ts';
import { isShallow } from '../base/shallow.ts';

/** A call as proposed by a model. */
export type ProposedCall = Extract<ModelChunk, { type: 'tool_call' }>;

const USABLE_ID = /^[\u0021-\u007e]{1,128}$/;

/**
 * A model's calls in the form of the log. `injectedOf`: the arguments of a tool that only its host
 * sets; values from the model are dropped. An empty, invalid or duplicate id is replaced by a new
 * one; the model still sees its own.
 */
export function toToolCalls(
  chunks: readonly ProposedCall[],
  before: ReadonlySet<string>,
  injectedOf: (toolName: string) => readonly string[] = () => [],
): readonly ToolCall[] {
  const used = new Set(before);
  return chunks.map((chunk) => {
    const call = toToolCall(chunk, used, injectedOf(chunk.name));
    used.add(call.id);
    return call;
  });
}

function toToolCall(
  chunk: ProposedCall,
  used: ReadonlySet<string>,
  injected: readonly string[],
): ToolCall {
  const keeps = USABLE_ID.test(chunk.id) && !used.has(chunk.id);
  const args = parseArgs(chunk.arguments, injected);
  return {
    id: keeps ? chunk.id : crypto.randomUUID(),
    name: chunk.name,
    args: args ?? {},
    ...(!keeps && chunk.id !== '' && { model_call_id: chunk.id }),
    ...(args === undefined && { invalid_args: chunk.arguments }),
  };
}

/**
 * The arguments without injected ones. `undefined`: not a plain object, or values that have no
 * canonical form or would change when parsed, so that nobody could approve them.
 */
function parseArgs(text: string, injected: readonly string[]): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (!isShallow(value) || Object.hasOwn(value, '__proto__')) return undefined;
    if (inexactNumberIn(text) !== undefined) return undefined;
    const args = Object.fromEntries(
      Object.entries(value).filter(([name]) => !injected.includes(name)),
    );
    canonicalJson(args);
    return args;
  } catch {
    return undefined;
  }
}
