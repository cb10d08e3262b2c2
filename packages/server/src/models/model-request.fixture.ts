import type { ModelChunk, ModelRequest } from '../agents/model.ts';

/** The request for the first turn of an empty session. */
export function modelRequest(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    systemPrompt: '',
    messages: [],
    tools: [],
    turn: 0,
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** All chunks of a model's response. */
export async function collect(chunks: AsyncIterable<ModelChunk>): Promise<readonly ModelChunk[]> {
  const all: ModelChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** The text in the chunks of a response. */
export function textIn(chunks: readonly ModelChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}
