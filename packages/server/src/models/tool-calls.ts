import type { ModelChunk } from '../agents/model.ts';

/** A piece of a call in a streamed chat completion. */
export interface CallFragment {
  /** Identifies the call. */
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: {
    readonly name?: string | null;
    readonly arguments?: string | Readonly<Record<string, unknown>> | null;
  } | null;
}

/** Joins pieces of calls. */
export interface ToolCalls {
  add(fragment: CallFragment): void;
  /** The calls in the order of their first pieces. */
  chunks(): readonly ModelChunk[];
}

interface OpenCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

export function createToolCalls(): ToolCalls {
  const calls: OpenCall[] = [];

  function callOf({ index, id }: CallFragment): OpenCall {
    const known =
      index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
    // Some servers give all calls the same index, or none; then a second id starts a second call.
    const another = known !== undefined && id && known.id !== '' && known.id !== id;
    if (known !== undefined && !another) return known;
    const call: OpenCall = { index, id: '', name: '', arguments: '' };
    calls.push(call);
    return call;
  }

  return {
    add(fragment) {
      const call = callOf(fragment);
      if (fragment.id) call.id = fragment.id;
      if (fragment.function?.name) call.name = fragment.function.name;
      const text = fragment.function?.arguments ?? '';
      call.arguments += typeof text === 'string' ? text : JSON.stringify(text);
    },
    chunks: () =>
      calls.map((call) => ({
        type: 'tool_call',
        id: call.id,
        name: call.name,
        // Some servers send no text for a call without arguments.
        arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
      })),
  };
}
