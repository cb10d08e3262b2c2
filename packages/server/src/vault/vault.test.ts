import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handleOf, handlesIn, redact, reveal } from './redact.ts';
import {
  createMemoryVault,
  createSealedVault,
  type SecretStore,
  type StoredSecret,
} from './vault.ts';

const KEY = { tenant_id: 'default', session_id: 's' };
const SEAL = 'ab'.repeat(32);

function memorySecrets(): SecretStore & { readonly rows: Map<string, StoredSecret[]> } {
  const rows = new Map<string, StoredSecret[]>();
  const idOf = ({ tenant_id: tenant, session_id: session }: typeof KEY) => `${tenant}/${session}`;
  return {
    rows,
    put(key, secret) {
      rows.set(idOf(key), [...(rows.get(idOf(key)) ?? []), secret]);
      return Promise.resolve();
    },
    list: (key) => Promise.resolve(rows.get(idOf(key)) ?? []),
    remove(key) {
      rows.delete(idOf(key));
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

describe('the sealed vault', () => {
  test('returns what was put, also after a restart, and keeps it sealed', async () => {
    const store = memorySecrets();
    const id = await createSealedVault(store, SEAL).put(KEY, 'hunter2 ✓');
    expect(JSON.stringify([...store.rows])).not.toContain('hunter2');
    expect(await createSealedVault(store, SEAL).list(KEY)).toEqual([{ id, value: 'hunter2 ✓' }]);
  });

  test('does not open with another key, nor a row that was moved to another session', async () => {
    const store = memorySecrets();
    await createSealedVault(store, SEAL).put(KEY, 'hunter2');
    expect(await createSealedVault(store, 'cd'.repeat(32)).list(KEY)).toEqual([]);
    const other = { ...KEY, session_id: 'other' };
    for (const row of store.rows.get('default/s') ?? []) await store.put(other, row);
    expect(await createSealedVault(store, SEAL).list(other)).toEqual([]);
  });

  test('refuses a key of another form', () => {
    expect(() => createSealedVault(memorySecrets(), 'short')).toThrow(/64 hex digits/);
  });
});

test('a memory vault forgets a session when it is told to', async () => {
  const vault = createMemoryVault();
  await vault.put(KEY, 'hunter2');
  await vault.remove(KEY);
  expect(await vault.list(KEY)).toEqual([]);
});

describe('redacting', () => {
  test('reaches into longer strings, keys and JSON spellings', () => {
    const secrets = [{ id: '0'.repeat(36), value: 'pa"ss' }];
    const handle = handleOf('0'.repeat(36));
    expect(redact({ text: 'token=pa"ss;', 'pa"ss': ['{"x":"pa\\"ss"}'] }, secrets)).toEqual({
      text: `token=${handle};`,
      [handle]: [`{"x":"${handle}"}`],
    });
  });

  test('of any JSON value leaves no secret, and revealing gives the value back', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6 }).filter((text) => !/[‹›"\\]/.test(text) && text.trim() !== ''),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          const secrets = [{ id: crypto.randomUUID(), value: secret }];
          const value = { before, list: [`${before.replaceAll(secret, '')}${secret}${after}`] };
          const hidden = redact(value, secrets);
          fc.pre(handlesIn(hidden).length > 0);
          expect(reveal(hidden, secrets)).toEqual(value);
        },
      ),
    );
  });
});
