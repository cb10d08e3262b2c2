import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { readDocument, writeDocument } from './repeated-strings.ts';

const long = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

test('stores a long string once, and a mark at each repetition', () => {
  const command = `echo ${long(4000)}`;
  const { json, repeats } = writeDocument([
    { args: { command } },
    { shown: `Allow bash(${command})?`, preview: command, words: ['echo', command.slice(5)] },
  ]);
  expect(JSON.parse(json)).toEqual([
    { args: { command } },
    { shown: 'Allow bash(…)?', preview: '…', words: ['echo', '…'] },
  ]);
  expect(JSON.parse(repeats ?? '')).toEqual([
    { at: '/1/shown', position: 11, of: '/0/args/command' },
    { at: '/1/preview', position: 0, of: '/0/args/command' },
    { at: '/1/words/1', position: 0, of: '/0/args/command', from: 5, to: 4005 },
  ]);
});

test('stores small documents, and short strings, unchanged', () => {
  const twice = long(500);
  const small = [twice, twice];
  expect(writeDocument(small)).toEqual({ json: JSON.stringify(small), repeats: null });
  const short = Array.from({ length: 100 }, () => 'the same short text, again and again');
  expect(writeDocument(short)).toEqual({ json: JSON.stringify(short), repeats: null });
});

test.each<[string, (text: string) => unknown]>([
  ['names with slashes and tildes', (text) => ({ 'a/b~c': text, '~1/': { '': [text] } })],
  ['names that objects inherit', (text) => JSON.parse(`{"__proto__":"${text}","a":"${text}"}`)],
  ['marks of its own', (text) => ['…', text, `……${text}…`, `${text}${text}`]],
  ['halves of characters', (text) => [`${text}\ud83d`, `\ude80${text}\ud83d`, text]],
  ['escapes', (text) => [`${text}\u0000"\\\n\u2028`, { a: `${text}\u0000"\\\n\u2028!` }]],
])('brings back %s', (_, valueOf) => {
  const value = valueOf(long(3000));
  const written = writeDocument(value);
  expect(written.repeats).not.toBeNull();
  expect(JSON.stringify(readDocument(written))).toBe(JSON.stringify(value));
});

test('restores every value byte for byte', () => {
  const texts = fc.constantFrom(
    ...Array.from({ length: 4 }, () => long(300)),
    'é…\ud800'.repeat(90),
  );
  const piece = fc.oneof(texts, fc.string({ unit: 'binary', maxLength: 20 }));
  const leaf = fc.oneof(
    fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
    fc.integer(),
    fc.constant(null),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('tree'), { maxLength: 5 }),
      fc.dictionary(fc.string({ maxLength: 5 }), tie('tree'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(JSON.stringify(readDocument(writeDocument(value)))).toBe(JSON.stringify(value));
    }),
    { numRuns: 300 },
  );
});
