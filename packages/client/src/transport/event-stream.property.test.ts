import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHitlClient } from '../client/client.ts';
import { frameOf, longLog } from '../testing/wire.ts';

/** The default is for everyday use; `HITL_RUNS=10000` for a long run. */
const RUNS = Number(process.env['HITL_RUNS'] ?? 100);

test('cut at any byte again and again, 200 events arrive as 1 to 200, each once', async () => {
  const log = longLog(200);
  const bytes = log.map((event) => new TextEncoder().encode(frameOf(event)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(30_000), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.nat(3),
      async (cuts, chunkSize, overlap) => {
        let connections = 0;
        const events: number[] = [];
        const ended = new Promise<void>((resolve) => {
          const client = createHitlClient({
            random: () => 0,
            async fetch(request) {
              const after = Number(request.headers.get('last-event-id') ?? 0);
              const from = Math.max(0, after - overlap);
              const rest = new Uint8Array(await new Blob(bytes.slice(from)).arrayBuffer());
              const cut = cuts[connections];
              connections += 1;
              return new Response(cutStream(rest, cut, chunkSize), {
                headers: { 'content-type': 'text/event-stream' },
              });
            },
          });
          client.runEvents('run_1', {
            onEvent: (event) => events.push('seq' in event ? event.seq : 0),
            onConnection: ({ status }) => status === 'closed' && resolve(),
          });
        });
        await ended;
        expect(events).toEqual(log.map(({ seq }) => seq));
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);

/** Sends the bytes in chunks, up to the cut; then the connection is lost. */

function cutStream(
  bytes: Uint8Array,
  cut: number | undefined,
  chunkSize: number,
): ReadableStream<Uint8Array> {
  const end = Math.min(cut ?? bytes.length, bytes.length);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < end) {
        controller.enqueue(bytes.slice(at, Math.min(at + chunkSize, end)));
        at += chunkSize;
      } else if (end < bytes.length) {
        controller.error(new TypeError('terminated'));
      } else {
        controller.close();
      }
    },
  });
}
