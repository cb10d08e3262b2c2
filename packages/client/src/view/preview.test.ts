import { authorizationRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { chatWords } from '../chat/words.ts';
import { previewOf, type PreviewPart } from './index.ts';

/** The preview parts of these arguments. */
function partsOf(
  tool_args: Record<string, unknown>,
  tool_schema?: Record<string, unknown>,
): readonly PreviewPart[] {
  const schema = tool_schema !== undefined && { tool_schema };
  return previewOf(authorizationRequest({ tool_args, ...schema }), chatWords).parts;
}

test('an edit is a diff of unchanged, removed and added lines', () => {
  const args = { path: 'a.js', old_text: 'one\ntwo\nthree', new_text: 'one\n2\u200B\nthree' };
  expect(partsOf(args)).toMatchObject([
    { kind: 'line', name: 'path', text: 'a.js' },
    {
      kind: 'diff',
      lines: [
        { kind: 'same', text: 'one' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: '2\\u{200b}' },
        { kind: 'same', text: 'three' },
      ],
    },
  ]);
});

test('an edit has the line numbers that the server found, and says what they are', () => {
  const tool_args = { path: 'a.js', old_text: 'two', new_text: '2' };
  const metadata = { edit_place: { occurrences: 1, line: 7 } };
  const { parts } = previewOf(authorizationRequest({ tool_args, metadata }), chatWords);
  expect(parts[1]).toMatchObject({
    lines: [
      { kind: 'removed', text: 'two', number: 7 },
      { kind: 'added', text: '2', number: 7 },
    ],
    note: 'Lines of the file as it was when this was asked.',
  });
});

test('quotes names that are empty, or that look like others because of their whitespace', () => {
  const names = ['', ' command', 'command ', 'a  b', 'to: ann\nnote', 'a b', 'command'];
  const parts = partsOf(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(parts.map(({ name }) => name).toSorted()).toEqual(
    ['""', '" command"', '"command "', '"a  b"', '"to: ann\\nnote"', 'a b', 'command'].toSorted(),
  );
});

test('a list of similar objects is a table that distinguishes "5" from 5', () => {
  const rows = [
    { to: 'ann', n: 5 },
    { to: 'bob', n: '5' },
  ];
  expect(partsOf({ rows })).toMatchObject([
    {
      kind: 'table',
      columns: ['to', 'n'],
      rows: [
        ['ann', '5'],
        ['bob', '"5"'],
      ],
    },
  ]);
});

test('secrets are masked wherever their schema declares them, and the rest is shown', () => {
  const secret = { type: 'string', format: 'password' };
  const schema = {
    type: 'object',
    properties: {
      key: secret,
      login: { type: 'object', properties: { name: { type: 'string' }, pin: secret } },
      rows: { type: 'array', items: { type: 'object', properties: { pin: secret } } },
    },
  };
  const args = {
    key: 'hunter2',
    login: { name: 'ann', pin: 'hunter2' },
    rows: [
      { to: 'a', pin: 'hunter2' },
      { to: 'b', pin: 'hunter2' },
    ],
  };
  const text = JSON.stringify(partsOf(args, schema));
  expect(text).not.toContain('hunter2');
  expect(text).toContain('ann');
  expect(partsOf(args, schema).map(({ kind }) => kind)).toEqual(['secret', 'json', 'table']);
});

test('the real host of a misleading address is noted', () => {
  const [part] = partsOf({ url: 'https://bank.example@evil.example/' });
  expect(part?.note).toBe('Leads to evil.example');
});
