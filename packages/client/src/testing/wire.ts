import type { RunEvent, StreamEvent } from '@hitl/protocol';
import { runCompleted, runStarted, sessionLog, stepCompleted } from '@hitl/protocol/testing';

/** An event as a server sends it. */
export function frameOf(event: StreamEvent, id?: string): string {
  const place = id ?? ('seq' in event ? String(event.seq) : undefined);
  const line = place === undefined ? '' : `id: ${place}\n`;
  return `${line}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The log of one finished run with `count` events. */
export function longLog(count: number): RunEvent[] {
  const steps = Array.from({ length: count - 2 }, (_, at) =>
    stepCompleted({ id: `msg_${at}`, content: `Step ${at}: ünï¢ode 🙂` }),
  );
  return sessionLog([runStarted(), ...steps, runCompleted()]);
}

/** A response of events whose end is controlled by a test. */
export interface Wire {
  readonly response: Response;
  send(text: string): void;
  end(): void;
  /** Breaks off like a lost connection. */
  break(): void;
  /** Whether the reader has disconnected. */
  readonly cancelled: boolean;
}

export function createWire(init: ResponseInit = {}): Wire {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      cancelled = true;
    },
  });
  return {
    response: new Response(body, {
      headers: { 'content-type': 'text/event-stream' },
      ...init,
    }),
    send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    break: () => controller?.error(new TypeError('terminated')),
    get cancelled() {
      return cancelled;
    },
  };
}
