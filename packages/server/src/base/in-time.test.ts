import { expect, test } from 'vitest';
import { eachInTime, inTime } from './in-time.ts';

const never = new Promise<never>(() => undefined);

test('what ends in time ends as it does', async () => {
  expect(await inTime(Promise.resolve(1), 60_000, 'it')).toBe(1);
  await expect(inTime(Promise.reject(new Error('no')), 60_000, 'it')).rejects.toThrow('no');
});

test('each method of an object fails by its name when it takes too long, and others work', async () => {
  const store = {
    prefix: 'a',
    read: async (name: string) => `a${name}`,
    write: () => never,
  };
  const limited = eachInTime(store, 1, 'A store');
  expect(await limited.read('b')).toBe('ab');
  expect({ ...limited }.prefix).toBe('a');
  await expect(limited.write()).rejects.toThrow('A store: write took longer than 1 ms');
});
