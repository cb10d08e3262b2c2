import { describe, expect, it } from 'vitest';
import { argsDigest, sha256 } from './digest.ts';

describe('sha256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['€', 'c4cc90ed3d26f12d4b08a75140970a7904035c31cbb4515a83f19b9003c00d1d'],
  ])('hashes %j as UTF-8', async (text, digest) => {
    expect(await sha256(text)).toBe(digest);
  });
});

describe('argsDigest', () => {
  it('hashes the RFC 8785 form of {"args", "tool"}', async () => {
    expect(await argsDigest('bash', { command: 'npm run lint', a: 1 })).toBe(
      await sha256('{"args":{"a":1,"command":"npm run lint"},"tool":"bash"}'),
    );
  });

  it('does not depend on the order of keys', async () => {
    expect(await argsDigest('t', { a: 1, b: { c: 2, d: 3 } })).toBe(
      await argsDigest('t', { b: { d: 3, c: 2 }, a: 1 }),
    );
  });

  it.each([
    ['another tool', 'file_read', { command: 'ls' }],
    ['another value', 'bash', { command: 'ls ' }],
    ['another type', 'bash', { command: ['ls'] }],
    ['another key', 'bash', { Command: 'ls' }],
    ['one more member', 'bash', { command: 'ls', x: null }],
    ['a member named __proto__', 'bash', JSON.parse('{"command":"ls","__proto__":1}')],
  ])('differs for %s', async (_, tool, args) => {
    expect(await argsDigest(tool, args)).not.toBe(await argsDigest('bash', { command: 'ls' }));
  });

  it('distinguishes a delimiter from a boundary between values', async () => {
    const twins: [string, Record<string, unknown>][] = [
      ['a\nb', { c: 'c' }],
      ['a', { c: 'b\nc' }],
      ['a","tool":"b', { c: 'c' }],
      ['a', { 'c","tool":"b': 'c' }],
    ];
    const digests = await Promise.all(twins.map(([tool, args]) => argsDigest(tool, args)));
    expect(new Set(digests).size).toBe(twins.length);
  });

  it('distinguishes composed from decomposed letters, and refuses lone surrogates', async () => {
    expect(await argsDigest('t', { name: '\u00e9' })).not.toBe(
      await argsDigest('t', { name: 'e\u0301' }),
    );
    await expect(argsDigest('t', { name: '\ud800' })).rejects.toThrow('lone surrogate');
  });
});
