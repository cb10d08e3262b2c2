import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream';
import type { ModelChunk } from '../agents/model.ts';
import { createToolCalls, type CallFragment } from './tool-calls.ts';

/** The members of a stream event that are read. */
interface ChatChunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly refusal?: string | null;
      readonly tool_calls?: readonly CallFragment[] | null;
    } | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: Readonly<Record<string, unknown>> | null;
  readonly error?: { readonly message?: string } | string | null;
}

/** The server reported an error within its stream, or the stream ended early. */
class BrokenStream extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenStream';
  }
}

/** Maximum length of a line, in characters; a longer one is not part of an answer. */
const MAX_EVENT_LENGTH = 8_388_608;

/**
 * Reads a streamed chat completion: text as it arrives, then the complete calls, then the usage.
 * @throws Error if the stream is incomplete.
 */
export async function* readChatStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncIterable<ModelChunk> {
  const calls = createToolCalls();
  let usage: ChatChunk['usage'];
  let ended = false;
  for await (const data of readEvents(body)) {
    if (data === '[DONE]') {
      ended = true;
      break;
    }
    const chunk = parseChunk(data);
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    const text = choice?.delta?.content ?? choice?.delta?.refusal;
    if (text) yield { type: 'text', text };
    for (const fragment of choice?.delta?.tool_calls ?? []) calls.add(fragment);
    if (choice?.finish_reason) ended = true;
  }
  if (!ended) throw new BrokenStream('The stream of the model stopped before its end');
  yield* calls.chunks();
  const counts = numbersOf(usage ?? {});
  if (Object.keys(counts).length > 0) yield { type: 'usage', usage: counts };
}

/** The numbers in `usage`; servers add other details. */
function numbersOf(usage: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(usage).flatMap(([name, count]) =>
      typeof count === 'number' ? [[name, count] as const] : [],
    ),
  );
}

function parseChunk(data: string): ChatChunk {
  let chunk: ChatChunk;
  try {
    chunk = JSON.parse(data);
  } catch {
    throw new BrokenStream(`The model sent invalid JSON: ${data.slice(0, 200)}`);
  }
  if (chunk.error) {
    const message = typeof chunk.error === 'string' ? chunk.error : chunk.error.message;
    throw new BrokenStream(message ?? 'The model failed in the middle of its stream');
  }
  return chunk;
}

/** The `data` of each event. A reader that stops early cancels the response. */
async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<string> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_LENGTH }));
  try {
    for await (const { data } of events) yield data;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new BrokenStream('The model sent an event of more than 8 MiB');
  }
}
