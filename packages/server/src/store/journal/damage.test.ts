import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { freshFolder, openJournals, writeJournal } from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';
import { JournalDamagedError } from './damage.ts';

const COMMITS = 12;

/** The lines of a journal, without line ends. */
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const edit =
  (change: (lines: string[]) => readonly string[]) =>
  (text: string): string =>
    textOf(change(linesOf(text)));

/** A change to a journal, the error it causes, and the line in the error. */
const DAMAGES: readonly (readonly [
  name: string,
  change: (text: string) => string | Buffer,
  says: RegExp,
  line: number,
])[] = [
  ['bad JSON in the middle', edit((lines) => lines.with(4, '{"seq":5,}')), /is not JSON/, 5],
  [
    'a torn line in the middle',
    edit((lines) => lines.with(4, lines[4]?.slice(0, 40) ?? '')),
    /not one whole JSON object/,
    5,
  ],
  [
    'a torn line with a line end',
    (text) => `${text}{"seq":99,"ti\n`,
    /not one whole JSON object/,
    -1,
  ],
  [
    'a line that is gone',
    edit((lines) => lines.toSpliced(4, 1)),
    /has the seq 6, but 5 was expected/,
    5,
  ],
  [
    'a line that is there twice',
    edit((lines) => lines.toSpliced(4, 0, lines[4] ?? '')),
    /has the seq 5, but 6 was expected/,
    6,
  ],
  [
    'two lines that changed places',
    edit((lines) => [...lines.slice(0, 4), lines[5] ?? '', lines[4] ?? '', ...lines.slice(6)]),
    /has the seq 6, but 5/,
    5,
  ],
  [
    'a first line that is gone',
    edit((lines) => lines.slice(1)),
    /has the seq 2, but 1 was expected/,
    1,
  ],
  ['an empty line', edit((lines) => lines.toSpliced(4, 0, '')), /is empty/, 5],
  ['an empty line at the end', (text) => `${text}\n`, /is empty/, -1],
  // As after an editor turned the file into an array, or pretty-printed it.
  [
    'an array of all lines',
    (text) => `${JSON.stringify(linesOf(text).map((line) => JSON.parse(line) as unknown))}\n`,
    /not one whole JSON object/,
    1,
  ],
  [
    'an array without a line end',
    (text) => JSON.stringify(linesOf(text).map((line) => JSON.parse(line) as unknown)),
    /not one whole JSON object/,
    1,
  ],
  [
    'pretty-printed lines',
    edit((lines) => lines.map((line) => JSON.stringify(JSON.parse(line), null, 2))),
    /not one whole JSON object/,
    1,
  ],
  [
    'a pretty-printed array',
    (text) =>
      JSON.stringify(
        linesOf(text).map((line) => JSON.parse(line) as unknown),
        null,
        2,
      ),
    /not one whole JSON object/,
    1,
  ],
  [
    'spaces after the colons',
    edit((lines) => lines.map((line) => line.replace(',"timestamp":', ', "timestamp": '))),
    /changed, somewhere from line 1 on/,
    3,
  ],
  ['CR LF', (text) => text.replaceAll('\n', '\r\n'), /line ends \(CR\)/, 1],
  ['CR alone', (text) => text.replaceAll('\n', '\r'), /line ends \(CR\)/, 1],
  ['a byte order mark', (text) => `\u{FEFF}${text}`, /byte order mark/, 1],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le'), /not one whole JSON object|is not UTF-8/, 1],
  [
    'Latin-1',
    (text) => Buffer.from(text.replace('"content":"', '"content":"ä'), 'latin1'),
    /is not UTF-8/,
    2,
  ],
  ['no journal at all', () => 'hello\n', /not one whole JSON object/, 1],
  ['text that never was a line', (text) => `${text}hello`, /not one whole JSON object/, -1],
  [
    'zeros in the middle',
    (text) => text.replace('"payload"', '\0\0\0\0\0\0\0\0\0'),
    /is not JSON/,
    1,
  ],
  [
    'another seq',
    edit((lines) => lines.with(4, lines[4]?.replace('"seq":5', '"seq":"5"') ?? '')),
    /has the seq "5", but 5/,
    5,
  ],
  [
    'an unknown type of line',
    edit((lines) => lines.with(4, lines[4]?.replace(/"type":"[A-Z_]+"/, '"type":"THING"') ?? '')),
    /unknown type "THING"/,
    5,
  ],
  [
    'no timestamp',
    edit((lines) =>
      lines.with(4, lines[4]?.replace(/"timestamp":"[^"]+"/, '"timestamp":"now"') ?? ''),
    ),
    /no timestamp/,
    5,
  ],
  [
    'no payload',
    edit((lines) =>
      lines.with(
        4,
        '{"seq":5,"timestamp":"2026-01-01T00:00:00.000Z","type":"THOUGHT","payload":[]}',
      ),
    ),
    /has no payload/,
    5,
  ],
  [
    'an event of another shape',
    (text) => text.replace('"agent_id":', '"agent":'),
    /has an invalid event \(data\.agent_id\)/,
    1,
  ],
  [
    'the journal of another run',
    (text) => text.replaceAll('"session_id":"run-1"', '"session_id":"run-2"'),
    /belongs to another run, run-2/,
    1,
  ],
  [
    'another text',
    (text) => text.replace('Input of', 'Output of'),
    /changed, somewhere from line 1 on/,
    3,
  ],
  [
    'a commit without its end',
    (text) => text.replace(/,"commit":\{.*?"crc":\d+\}/, ''),
    /ends commit 2, but commit 1 was expected/,
    -1,
  ],
  [
    'a commit with another end',
    (text) => text.replace(/"commit":\{.*?"crc":\d+\}/, '"commit":{}'),
    /without its number/,
    3,
  ],
  [
    'a commit with another number',
    (text) => text.replace('"number":1,', '"number":7,'),
    /ends commit 7, but commit 1 was/,
    3,
  ],
  [
    'a commit of another length',
    (text) => text.replace('"number":1,"lines":3', '"number":1,"lines":4'),
    /commit of 4 lines after 3/,
    3,
  ],
];

describe('a journal is refused with the location, and left unchanged, if it has', () => {
  test.each(DAMAGES)('%s', async (_, change, says, line) => {
    const folder = freshFolder();
    const file = await writeJournal(folder, await sampleCommits(7, COMMITS));
    const before = readFileSync(file, 'utf8');
    const after = Buffer.from(change(before));
    writeFileSync(file, after);
    for (const mode of ['write', 'read'] as const) {
      const store = openJournals(folder, { mode });
      const failure = await store.load(KEY).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(JournalDamagedError);
      expect(failure).toMatchObject({
        code: 'journal_damaged',
        file,
        line: line === -1 ? expect.any(Number) : line,
        message: expect.stringMatching(says),
      });
      await expect(store.listRuns({ tenantId: 'default', limit: 1 })).rejects.toMatchObject({
        code: 'journal_damaged',
      });
      expect(readFileSync(file).equals(after)).toBe(true);
    }
  });
});
