import { Command, type CompiledStateGraph } from '@langchain/langgraph';

/** The part of a graph that is used here: any compiled one with a checkpointer. */
export type ServedGraph = Pick<
  CompiledStateGraph<object, object, string>,
  'getState' | 'streamEvents'
>;

interface ProtocolEvent {
  readonly method: string;
  readonly params: { readonly namespace: readonly string[]; readonly data: unknown };
}

interface ServerCommand {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly input?: unknown;
    readonly responses?: readonly { readonly interrupt_id: string; readonly response: unknown }[];
  };
}

interface Raised {
  readonly id: string;
  readonly value: unknown;
}

/** The `updates` of a graph that pauses. */
interface Pause {
  readonly node?: string;
  readonly values: readonly Raised[];
}

/** A graph in this process, with the HTTP API that `@langchain/react` uses of LangGraph's server. */
export interface GraphServer {
  /** In place of the global one. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** The values that the thread was resumed with. */
  readonly resumes: Readonly<Record<string, unknown>>[];
  /** Refuses the next command. */
  readonly refuseNext: () => void;
}

/** Serves one thread of a graph. */
export function serveGraph(graph: ServedGraph): GraphServer {
  const config = { configurable: { thread_id: 't1' } };
  const frames: string[] = [];
  const streams = new Set<(frame: string) => void>();
  const resumes: Record<string, unknown>[] = [];
  let refused = false;

  function send(method: string, params: object): void {
    const seq = frames.length + 1;
    const event = { type: 'event', event_id: String(seq), seq, method, params };
    const frame = `id: ${seq}\nevent: ${method}\ndata: ${JSON.stringify(event)}\n\n`;
    frames.push(frame);
    for (const write of streams) write(frame);
  }

  async function run(input: unknown): Promise<void> {
    let paused = false;
    const events = await graph.streamEvents(input as never, { ...config, version: 'v3' });
    for await (const { method, params } of events as AsyncIterable<ProtocolEvent>) {
      const { namespace, data } = params;
      const { node, values = [] } = data as Partial<Pause>;
      if (method === 'updates' && node === '__interrupt__') {
        // The server sends each interrupt as an event of its own.
        for (const { id, value } of values)
          send('input.requested', { ...params, data: { interrupt_id: id, payload: value } });
        paused = true;
      } else if (method === 'lifecycle' && namespace.length === 0 && paused) {
        send(method, { ...params, data: { event: 'interrupted' } });
      } else if (method !== 'values' || !JSON.stringify(data).includes('__interrupt__')) {
        send(method, params);
      }
    }
  }

  function accept({ method, params }: ServerCommand): object {
    if (method === 'run.start') {
      void run(params.input);
      return { run_id: 'run-1' };
    }
    const entries = (params.responses ?? []).map((one) => [one.interrupt_id, one.response]);
    const resume: Record<string, unknown> = Object.fromEntries(entries);
    resumes.push(resume);
    void run(new Command({ resume }));
    return {};
  }

  function stream(signal: AbortSignal | null | undefined): Response {
    const bytes = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const write = (frame: string): void => controller.enqueue(bytes.encode(frame));
        for (const frame of frames) write(frame);
        streams.add(write);
        signal?.addEventListener('abort', () => streams.delete(write));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  return {
    resumes,
    refuseNext: () => void (refused = true),
    async fetch(url, init) {
      const path = new URL(url).pathname;
      if (path.endsWith('/state')) return Response.json(await graph.getState(config));
      if (path.endsWith('/history')) return Response.json([]);
      if (path.endsWith('/stream/events')) return stream(init?.signal);
      const command = (await new Response(init?.body ?? null).json()) as ServerCommand;
      if (refused) {
        refused = false;
        return Response.json({
          type: 'error',
          id: command.id,
          error: 'unavailable',
          message: 'Busy',
        });
      }
      return Response.json({ type: 'success', id: command.id, result: accept(command) });
    },
  };
}
