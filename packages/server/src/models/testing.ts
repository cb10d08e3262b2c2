import type { ModelChunk, ModelRequest } from '../agents/model.ts';

/** The first turn of a session in which nothing was said. */
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

/** Everything that a model answers. */
export async function collect(chunks: AsyncIterable<ModelChunk>): Promise<readonly ModelChunk[]> {
  const all: ModelChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** The text in what a model answers. */
export function textIn(chunks: readonly ModelChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}
