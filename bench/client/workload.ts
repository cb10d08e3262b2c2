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

const DELTAS = 24;
const STEPS = 10;
const RUNS = 36;

/** An id in the form that the server gives: a version 4 UUID. */
function idOf(...parts: readonly (string | number)[]): string {
  const hex = Buffer.from(parts.join('.')).toString('hex').padStart(32, '0').slice(-32);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** The session of the events. */
export const SESSION: string = idOf('session');

/** Its last run: once that is completed, everything was read. */
export const LAST_RUN: string = idOf('run', RUNS - 1);

/** How many messages its transcript has in the end. */
export const MESSAGES: number = RUNS * (1 + 2 * STEPS);

/** A session of agents that talk and use tools. */
function sessionEvents(): StreamEvent[] {
  const made: StreamEvent[] = [];
  let log: RunEvent[] = [];
  const append = (draft: EventDraft): void => {
    log = sessionLog([draft], { after: log, session_id: SESSION });
    made.push(...log);
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
        made.push(stepDelta({ message_id: id, offset, text }, { ...place, session_id: SESSION }));
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
  return made;
}

/** Some ten thousand events, most of them pieces of text. */
export const events: readonly StreamEvent[] = sessionEvents();

const frames = events.map((event, at) => {
  const id = 'seq' in event ? `id: ${at}.0\n` : '';
  return new TextEncoder().encode(`${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
});

/** The bytes of one event on the wire, on average. */
export const AVERAGE: number = Math.round(
  frames.reduce((sum, { length }) => sum + length, 0) / frames.length,
);

function cut(size: number): Uint8Array[] {
  const whole = new Uint8Array(Buffer.concat(frames));
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < whole.length; from += size) {
    chunks.push(whole.subarray(from, from + size));
  }
  return chunks;
}

/** The same bytes, in the pieces in which they may come. */
export const CHUNKS: Readonly<Record<string, () => readonly Uint8Array[]>> = {
  '64 bytes': () => cut(64),
  'one event': () => frames,
  '64 KiB': () => cut(65_536),
};

/** A response that streams `chunks`, one for each time it is asked; `asked` is called each time. */
export function responseOf(chunks: readonly Uint8Array[], asked?: () => void): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      asked?.();
      const chunk = chunks[at];
      at += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
