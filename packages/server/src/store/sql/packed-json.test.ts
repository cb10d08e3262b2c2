import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionLog, suspension, authorizationRequest } from '@hitl/protocol/testing';
import { DICTIONARY } from './packed-json-dictionary.ts';
import { packJson, unpackJson, type Packed } from './packed-json.ts';

const STORED = 'AovG0S1C7wpl5BeXWBlaJYK6AQA=';
const DICTIONARY_SHA256 = '98a2225a48a4a8e2c0072ddbda776c256c94642175c261cd822cfc6865f58975';

const sizeOf = (packed: Packed<unknown>): number => packed.byteLength;

test.each<[string, unknown]>([
  ['an object', {}],
  ['a list', []],
  ['a short text', 'a'],
  ['text that repeats', { text: 'abc '.repeat(100_000) }],
  ['text that does not', { text: randomBytes(100_000).toString('base64') }],
  ['text just below the limit', 'x'.repeat(24 * 1024 - 2)],
  ['text just above it', 'x'.repeat(24 * 1024 - 1)],
  ['any script', { text: '漢字 🧑‍🚀 \u0000\u2028' }],
  ['names that objects inherit', JSON.parse('{"__proto__":1,"toString":2}')],
])('brings back %s', (_, value) => {
  const packed = packJson(value);
  expect(unpackJson(packed)).toEqual(value);
  expect(JSON.stringify(unpackJson(packed))).toBe(JSON.stringify(value));
});

test('keeps a suspension small, and large arguments once', () => {
  const commitWith = (command: string): Packed<unknown> =>
    packJson(
      sessionLog(
        suspension(
          authorizationRequest({
            tool_args: { command },
            description: `Do you want to allow: Execute bash on bash(${command})?`,
            metadata: { command, resource: `bash(${command})`, suggested_patterns: [command] },
          }),
        ),
      ),
    );
  expect(sizeOf(commitWith('npm run lint'))).toBeLessThan(512);
  for (const bytes of [750, 7500, 75_000]) {
    const command = randomBytes(bytes).toString('base64');
    expect(sizeOf(commitWith(command))).toBeLessThan(command.length + 512);
  }
});

test('reads what is not packed', () => {
  const json = new TextEncoder().encode('{"plain":true}');
  expect(unpackJson(json)).toEqual({ plain: true });
  expect(unpackJson(json.buffer)).toEqual({ plain: true });
});

test('reads what earlier versions packed', () => {
  // Written once and kept: databases in the field hold such bytes.
  const stored = Buffer.from(STORED, 'base64');
  expect(unpackJson(stored)).toEqual([{ type: 'run_claimed', data: { owner: 'host:1:a' } }]);
  expect(createHash('sha256').update(DICTIONARY).digest('hex')).toBe(DICTIONARY_SHA256);
});
