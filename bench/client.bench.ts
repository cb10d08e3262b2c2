import { createHitlClient, createSessionStore } from '@hitl/client';
import type { EventDraft, RunEvent, StreamEvent } from '@hitl/protocol';
import {
  runClaimed,
  runCompleted,
  runStarted,
  sessionLog,
  stepCompleted,
  stepDelta,
  toolCall,
  toolCompleted,
  toolStarted,
} from '@hitl/protocol/testing';
import { createParser } from 'eventsource-parser';
import { test } from 'vitest';

/**
 * BAR.md C and RELIABILITY G1: from bytes to a checked, deduplicated, folded event in a store's
 * snapshot, beside the plainest loop over the same bytes that one would write: read, decode, parse
 * the stream, parse the JSON. Read the ratio of the two lines of a group, not their numbers.
 */
const DELTAS = 24;
const STEPS = 10;
const RUNS = 30;

/** An id in the form that the server gives: a version 4 UUID. */
function idOf(...parts: readonly (string | number)[]): string {
  const hex = Buffer.from(parts.join('.')).toString('hex').padStart(32, '0').slice(-32);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

const SESSION = idOf('session');

/** A session of agents that talk and use tools. */
function sessionEvents(): StreamEvent[] {
  const events: StreamEvent[] = [];
  let log: RunEvent[] = [];
  const append = (draft: EventDraft): void => {
    log = sessionLog([draft], { after: log, session_id: SESSION });
    events.push(...log);
  };
  for (let run = 0; run < RUNS; run += 1) {
    const place = { run_id: idOf('run', run) };
    append(runStarted({}, place));
    append(runClaimed({}, place));
    append(stepCompleted({ id: idOf('input', run) }, place));
    for (let step = 0; step < STEPS; step += 1) {
      const id = idOf('message', run, step);
      const call = toolCall({ id: idOf('call', run, step) });
      let offset = 0;
      for (let piece = 0; piece < DELTAS; piece += 1) {
        const text = 'a few words of it, ';
        events.push(stepDelta({ message_id: id, offset, text }, { ...place, session_id: SESSION }));
        offset += text.length;
      }
      append(
        stepCompleted(
          { id, role: 'assistant', content: 'Let me look.', tool_calls: [call] },
          place,
        ),
      );
      append(toolStarted({ tool_call_id: call.id }, place));
      append(toolCompleted({ tool_call_id: call.id }, place));
      append(
        stepCompleted(
          {
            id: idOf('result', run, step),
            role: 'tool',
            content: 'no problems',
            tool_call_id: call.id,
          },
          place,
        ),
      );
    }
    append(runCompleted({}, place));
  }
  return events;
}

const events = sessionEvents();
const frames = events.map((event, at) => {
  const id = 'seq' in event ? `id: ${at}.0\n` : '';
  return new TextEncoder().encode(`${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
});

const AVERAGE = Math.round(frames.reduce((sum, { length }) => sum + length, 0) / frames.length);

function chunksOf(size: number): Uint8Array[] {
  const whole = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    whole.set(frame, at);
    at += frame.length;
  }
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < whole.length; from += size) {
    chunks.push(whole.subarray(from, from + size));
  }
  return chunks;
}

function responseOf(chunks: readonly Uint8Array[]): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[at];
      at += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function plainLoop(chunks: readonly Uint8Array[]): Promise<void> {
  const read: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => read.push(JSON.parse(data)) });
  const decoder = new TextDecoder();
  const reader = responseOf(chunks).body!.getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream is read piece by piece
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
  if (read.length !== events.length) throw new Error(`read ${read.length} events`);
}

async function clientStore(chunks: readonly Uint8Array[]): Promise<void> {
  const client = createHitlClient({
    fetch: async ({ headers }) =>
      headers.get('accept') === 'text/event-stream'
        ? responseOf(chunks)
        : Response.json({ runs: [], next_cursor: null }),
  });
  const store = createSessionStore(client, SESSION);
  await new Promise<void>((resolve) => {
    const leave = store.subscribe(() => {
      const { run, messages } = store.getSnapshot();
      if (run?.status !== 'completed' || run.id !== idOf('run', RUNS - 1)) return;
      leave();
      if (messages.length !== RUNS * (1 + 2 * STEPS)) throw new Error(`${messages.length}`);
      resolve();
    });
  });
}

const SIZES: [string, Uint8Array[]][] = [
  ['64 bytes a chunk', chunksOf(64)],
  ['one event a chunk', frames],
  ['64 KiB a chunk', chunksOf(65_536)],
];

test.for(SIZES)(
  `${events.length} events of ${AVERAGE} bytes, %s`,
  { timeout: 60_000 },
  async ([, chunks], { bench }) => {
    await bench.compare(
      bench('plain loop: read, decode, parse, JSON.parse', () => plainLoop(chunks)),
      bench('client: checked, deduplicated, folded, shown', () => clientStore(chunks)),
      { time: 3000 },
    );
  },
);
