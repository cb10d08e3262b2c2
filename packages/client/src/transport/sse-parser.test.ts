import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSseParser, type SseFrame } from './sse-parser.ts';

interface Parsed {
  frames: SseFrame[];
  retries: number[];
}

function parse(chunks: readonly Uint8Array[], maxBufferSize = 1 << 20): Parsed {
  const parsed: Parsed = { frames: [], retries: [] };
  const feed = createSseParser(
    {
      onFrame: ({ id, event, data }) => parsed.frames.push({ id, event, data }),
      onRetry: (milliseconds) => parsed.retries.push(milliseconds),
      onOverflow: () => expect.unreachable('nothing here is large'),
    },
    maxBufferSize,
  );
  for (const chunk of chunks) feed(chunk);
  return parsed;
}

/** The WHATWG algorithm on the whole text at once, without state that our parser does not have. */
function reference(bytes: Uint8Array): Parsed {
  const parsed: Parsed = { frames: [], retries: [] };
  let fresh: { id?: string; event?: string; data?: string } = {};
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  // The part after the last line end is not a line yet.
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      const { data, ...rest } = fresh;
      if (data !== undefined)
        parsed.frames.push({ id: undefined, event: undefined, ...rest, data });
      fresh = {};
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (name === 'data') fresh.data = fresh.data === undefined ? value : `${fresh.data}\n${value}`;
    if (name === 'event') {
      delete fresh.event;
      if (value !== '') fresh.event = value;
    }
    if (name === 'id' && !value.includes('\0')) fresh.id = value;
    if (name === 'retry' && /^\d+$/.test(value)) parsed.retries.push(Number(value));
  }
  return parsed;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Line ends, byte order marks, fields and characters, valid and invalid. */
const BODIES = [
  'data: one\n\ndata: two\n\n',
  'data:one\n\ndata:  two\n\n',
  'id: 1\nevent: run_started\ndata: {"a":1}\n\nid: 2\ndata: {}\n\n',
  'event: run_started\nid: 7\ndata: {}\n\n',
  'data: first\ndata: second\ndata:\ndata: fourth\n\n',
  'data\n\ndata:\n\n',
  ': heartbeat\n\n: heartbeat\n\ndata: x\n\n',
  ':\n\ndata: x\n\n',
  'retry: 1500\n\ndata: x\n\n',
  'retry: 1s\nretry: 20\ndata: x\n\n',
  'event: only a name\n\ndata: x\n\n',
  'id: 5\n\ndata: x\n\n',
  'id\ndata: x\n\n',
  'id: a\0b\ndata: x\n\n',
  'unknown: field\nnocolon\ndata: x\n\n',
  'data: unfinished',
  'data: unfinished\n',
  'data: done\n\ndata: unfinished\nid: 9',
  '\n\n\n\ndata: x\n\n\n\n',
  'data: ünï¢ode — 人間 🙂 e\u0301\n\ndata: 👩‍👩‍👧\n\n',
  'data: \u2028 and \u2029 and \u0085 are not line ends\n\n',
  'data: \uFEFF in the middle\n\n',
  'data: {"text":"a\\nb"}\n\n',
  'event: a\nevent: b\ndata: x\n\n',
  'event:\ndata: x\n\n',
  // The bytes of a byte order mark, each as a character: not a mark, but an unknown field.
  '\u00EF\u00BB\u00BFdata: x\n\ndata: y\n\n',
];
const CORPUS = BODIES.flatMap((body) => [
  body,
  body.replaceAll('\n', '\r\n'),
  body.replaceAll('\n', '\r'),
  `\uFEFF${body}`,
  `\uFEFF\uFEFF${body}`,
]);

describe('a stream is parsed the same however it is cut', () => {
  test('the corpus has at least 40 streams', () => {
    expect(new Set(CORPUS).size).toBeGreaterThanOrEqual(40);
  });

  test.each(CORPUS)('%j', (text) => {
    const bytes = encode(text);
    const whole = reference(bytes);
    expect(parse([bytes]), 'in one piece').toEqual(whole);
    expect(parse(Array.from(bytes, (byte) => Uint8Array.of(byte))), 'byte by byte').toEqual(whole);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const halves = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(parse(halves), `cut at ${cut}`).toEqual(whole);
      const withEmpty = [new Uint8Array(), halves[0]!, new Uint8Array(), halves[1]!];
      expect(parse(withEmpty), `cut at ${cut}, with empty chunks`).toEqual(whole);
    }
  });

  test('any text of fields and line ends, cut anywhere', () => {
    const piece = fc.constantFrom(
      'data: x',
      'data:',
      'data: {"a":"b"}',
      'id: 4',
      'event: e',
      'retry: 100',
      ':',
      ' ',
      '\r',
      '\n',
      '\r\n',
      '\uFEFF',
      '\0',
      'é',
      '🙂',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(200), { maxLength: 6 }),
        (pieces, cuts) => {
          const bytes = encode(pieces.join(''));
          const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
          const sorted = places.toSorted((left, right) => left - right);
          const chunks = sorted.slice(1).map((end, at) => bytes.subarray(sorted[at], end));
          expect(parse(chunks)).toEqual(reference(bytes));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

test('an event that exceeds the buffer is reported, wherever the chunks are cut', () => {
  for (const size of [1, 7, 64, 5000]) {
    const overflows: number[] = [];
    const frames: string[] = [];
    const feed = createSseParser(
      {
        onFrame: ({ data }) => frames.push(data),
        onRetry() {},
        onOverflow: () => overflows.push(size),
      },
      1000,
    );
    const bytes = encode(`data: small\n\n${'data: xxxxxxxxxx\n'.repeat(200)}\n`);
    for (let at = 0; at < bytes.length && overflows.length === 0; at += size) {
      feed(bytes.subarray(at, at + size));
    }
    // If one chunk contains the whole event, it is delivered, because nothing has to be buffered.
    expect([overflows.length, frames[0]]).toEqual([size === 5000 ? 0 : 1, 'small']);
  }
});
