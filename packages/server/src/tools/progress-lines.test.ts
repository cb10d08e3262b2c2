import { expect, test } from 'vitest';
import type { ToolProgressUpdate } from '../agents/tool.ts';
import { createProgressReporter } from '../runner/tool-progress.ts';
import { keepHead } from './captured-output.ts';
import { takeProgressLines } from './progress-lines.ts';

/** The result of a stream that is written in pieces of this many bytes. */
function taken(written: string, size = written.length) {
  const output = keepHead(1 << 20);
  const said: ToolProgressUpdate[] = [];
  const reporter = createProgressReporter({
    report: () => undefined,
    secrets: { redact: (value) => value, redactPart: (text) => text },
  });
  const lines = takeProgressLines(output, (update) => {
    reporter.report(update);
    said.push(update);
  });
  const bytes = Buffer.from(written);
  for (let at = 0; at < bytes.length; at += size) lines.push(bytes.subarray(at, at + size));
  lines.finish();
  reporter.end();
  return { said, rest: output.text() };
}

const WRITTEN = [
  'starting ä\n',
  '::progress {"progress":1,"total":3}\n',
  '::progress {"progress":2,"text":"Cöpying"}\r\n',
  '\n',
  'a line with ::progress {"progress":3} in it\n',
  '::progressive\n',
  '::progress {"progress":3}',
].join('');

test.each([1, 2, 7, 40, 1000])(
  'removes the lines, and leaves all others unchanged, in pieces of %d bytes',
  (size) => {
    expect(taken(WRITTEN, size)).toEqual({
      said: [{ progress: 1, total: 3 }, { progress: 2, text: 'Cöpying' }, { progress: 3 }],
      rest: 'starting ä\n\na line with ::progress {"progress":3} in it\n::progressive\n',
    });
  },
);

test.each([
  ['nothing', '::progress'],
  ['words', '::progress 3 of 12'],
  ['a list', '::progress []'],
  ['a negative number', '::progress {"progress":-1}'],
  ['a number as text', '::progress {"progress":"3"}'],
  ['a text that is none', '::progress {"text":7}'],
  ['a misspelled member', '::progress {"precent":50}'],
  ['more than fits a line', `::progress {"text":"${'x'.repeat(20_000)}"}`],
])('leaves a line where it is that says %s', (_, line) => {
  for (const size of [3, 5000]) {
    expect(taken(`${line}\nrest\n`, size)).toEqual({ said: [], rest: `${line}\nrest\n` });
  }
});

test('passes a long stream of short lines on in few pieces', () => {
  let pieces = 0;
  const output = keepHead(10);
  const lines = takeProgressLines(
    {
      bytes: 0,
      text: () => '',
      push(chunk) {
        pieces += 1;
        output.push(chunk);
      },
    },
    () => undefined,
  );
  for (let count = 0; count < 100; count += 1) lines.push(Buffer.from('y\n'.repeat(32_768)));
  lines.finish();
  expect(pieces).toBe(100);
  expect(output.bytes).toBe(100 * 65_536);
});
