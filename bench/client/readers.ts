import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createHitlClient, createSessionStore } from '@hitl/client';
import { RunEventSchema, StepDeltaSchema } from '@hitl/protocol';
import { createParser } from 'eventsource-parser';
import { LAST_RUN, MESSAGES, SESSION, events, responseOf } from './workload.ts';

/** Reads a stream to its end; `asked` is called whenever it wants a chunk. */
export type Reader = (chunks: readonly Uint8Array[], asked?: () => void) => Promise<void>;

function counted(count: number): void {
  if (count !== events.length) throw new Error(`read ${count} of ${events.length} events`);
}

/** The plainest loop that one would write: read, decode, take apart, JSON.parse. */
const plainLoop: Reader = async (chunks, asked) => {
  const read: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => read.push(JSON.parse(data)) });
  const decoder = new TextDecoder();
  const reader = responseOf(chunks, asked).body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
  counted(read.length);
};

/** The client: every event checked, deduplicated, folded and shown in a snapshot. */
const clientStore: Reader = async (chunks, asked) => {
  const client = createHitlClient({
    fetch: async ({ headers }) =>
      headers.get('accept') === 'text/event-stream'
        ? responseOf(chunks, asked)
        : Response.json({ runs: [], next_cursor: null }),
  });
  const store = createSessionStore(client, SESSION);
  await new Promise<void>((resolve) => {
    const leave = store.subscribe(() => {
      const { run, messages } = store.getSnapshot();
      if (run?.status !== 'completed' || run.id !== LAST_RUN) return;
      leave();
      if (messages.length !== MESSAGES) throw new Error(`folded ${messages.length} messages`);
      resolve();
    });
  });
};

interface ProviderUtils {
  readonly parseJsonEventStream: (options: {
    stream: ReadableStream<Uint8Array>;
    schema: unknown;
  }) => ReadableStream<{ success: boolean }>;
}

/** The AI SDK's reader of event streams, with the schema of our events; it folds nothing. */
async function aiSdk(): Promise<Reader> {
  const peers = createRequire(new URL('../peers/package.json', import.meta.url));
  const { parseJsonEventStream } = (await import(
    pathToFileURL(peers.resolve('@ai-sdk/provider-utils')).href
  )) as ProviderUtils;
  const schema = StepDeltaSchema.or(RunEventSchema);
  return async (chunks, asked) => {
    let count = 0;
    for await (const { success } of parseJsonEventStream({
      stream: responseOf(chunks, asked).body!,
      schema,
    })) {
      if (success) count += 1;
    }
    counted(count);
  };
}

/** Each reader by its name in the output. */
export const READERS: Readonly<Record<string, () => Reader | Promise<Reader>>> = {
  'plain loop': () => plainLoop,
  client: () => clientStore,
  'AI SDK': aiSdk,
};
