import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../tests/process.fixture.ts';
import { createTokenFileAuthenticate } from './token-file.ts';

async function tokenFile(text: string) {
  const folder = await folderWith({ tokens: text });
  const path = join(folder, 'tokens');
  const clock = { now: 0 };
  const errors: string[] = [];
  const authenticate = await createTokenFileAuthenticate({
    path,
    onError: (message) => errors.push(message),
    now: () => clock.now,
  });
  return {
    path,
    clock,
    errors,
    who: async (token: string) =>
      authenticate(new Request('http://x/', { headers: { authorization: `Bearer ${token}` } })),
    async replace(next: string) {
      await writeFile(`${path}.new`, next);
      await rename(`${path}.new`, path);
    },
  };
}

test('reads tokens again when their file has changed, at most once a second', async () => {
  const file = await tokenFile('t-alice alice');
  await file.replace('t-bob bob reviewer');
  expect(await file.who('t-alice')).toMatchObject({ userId: 'alice' });
  file.clock.now = 1000;
  expect(await file.who('t-alice')).toBe(null);
  expect(await file.who('t-bob')).toEqual({ userId: 'bob', roles: ['reviewer'] });
  expect(file.errors).toEqual([]);
});

test('accepts no caller while the file is missing or malformed, and says why', async () => {
  const file = await tokenFile('t-alice alice');
  await file.replace('t-alice alice everything');
  file.clock.now = 1000;
  expect(await file.who('t-alice')).toBe(null);
  await rm(file.path);
  file.clock.now = 2000;
  expect(await file.who('t-alice')).toBe(null);
  expect(file.errors).toEqual([
    'Token line 1 is not TOKEN USER_ID [reviewer|agent|service].',
    expect.stringContaining('ENOENT'),
  ]);
  await file.replace('t-alice alice agent');
  file.clock.now = 3000;
  expect(await file.who('t-alice')).toEqual({ userId: 'alice', roles: ['agent'] });
});
