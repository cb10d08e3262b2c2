import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handleOf, handlesIn, redact, redactPart, reveal } from './redact.ts';
import { createMemoryVault, createEncryptedVault } from './vault.ts';
import type { SecretStore, StoredSecret } from '../store/secret-store.ts';

const KEY = { tenantId: 'default', sessionId: 's' };
const SEAL = 'ab'.repeat(32);

function memorySecrets(): SecretStore & { readonly rows: Map<string, StoredSecret[]> } {
  const rows = new Map<string, StoredSecret[]>();
  const idOf = ({ tenantId: tenant, sessionId: session }: typeof KEY) => `${tenant}/${session}`;
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
  test('returns stored values, also after a restart, and keeps them sealed', async () => {
    const store = memorySecrets();
    const id = await createEncryptedVault(store, SEAL).put(KEY, 'hunter2 ✓');
    expect(JSON.stringify([...store.rows])).not.toContain('hunter2');
    expect(await createEncryptedVault(store, SEAL).list(KEY)).toEqual([{ id, value: 'hunter2 ✓' }]);
  });

  test('does not decrypt with another key, nor a row that was moved to another session', async () => {
    const store = memorySecrets();
    await createEncryptedVault(store, SEAL).put(KEY, 'hunter2');
    expect(await createEncryptedVault(store, 'cd'.repeat(32)).list(KEY)).toEqual([]);
    const other = { ...KEY, sessionId: 'other' };
    for (const row of store.rows.get('default/s') ?? []) await store.put(other, row);
    expect(await createEncryptedVault(store, SEAL).list(other)).toEqual([]);
  });

  test('refuses a key of another form', () => {
    expect(() => createEncryptedVault(memorySecrets(), 'short')).toThrow(/64 hex digits/);
  });
});

test('a memory vault can delete the secrets of a session', async () => {
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

describe('an encoded secret', () => {
  const secret = 'p@ss wörd/+?é~1';
  const secrets = [{ id: '0'.repeat(36), value: secret }];
  const handle = handleOf('0'.repeat(36));
  const bytes = Buffer.from(secret);
  const forms: readonly (readonly [string, string])[] = [
    ['base64', bytes.toString('base64')],
    ['base64 for URLs', bytes.toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['large hex', bytes.toString('hex').toUpperCase()],
    ['percent-encoding', encodeURIComponent(secret)],
    ['a form', new URLSearchParams({ q: secret }).toString().slice(2)],
    ['percent-encoding of every byte', bytes.toString('hex').replaceAll(/../g, '%$&')],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
  ];

  test.each(forms)('is found in %s, alone and in the midst of text', (_, form) => {
    expect(redact(form, secrets)).toBe(handle);
    expect(redact(`before: ${form}; after`, secrets)).toBe(`before: ${handle}; after`);
  });

  test.each(forms)('is found in %s with line breaks at any place', (_, form) => {
    for (const width of [1, 5, 12]) {
      for (const line of ['\n', '\r\n', '\n    ', '\\n']) {
        const wrapped = (form.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? []).join(line);
        expect(redact(`a\n${wrapped}\nb`, secrets)).toBe(`a\n${handle}\nb`);
      }
    }
  });

  test('is found anywhere in the base64 of a longer text', () => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      for (const after of ['', 'x', 'xy', 'xyz']) {
        const encoded = Buffer.from(`user:${before}${secret}${after}`).toString('base64');
        const shown = redact(encoded, secrets);
        expect(shown).toContain(handle);
        const left = Buffer.from(shown.replace(handle, ''), 'base64').toString('latin1');
        expect(left).not.toContain('ss w');
      }
    }
  });

  test('is found if it is a key of several lines', () => {
    const key = `-----BEGIN KEY-----\n${'A1b2'.repeat(40)}\n-----END KEY-----\n`;
    const held = [{ id: '0'.repeat(36), value: key }];
    expect(redact(`it is\n  ${key.replaceAll('\n', '\n  ')}`, held)).not.toContain('A1b2');
    expect(redact(JSON.stringify({ key }), held)).not.toContain('A1b2');
  });

  test('is found if its words are on separate lines', () => {
    const phrase = [{ id: '0'.repeat(36), value: 'correct horse battery' }];
    expect(redact('a: correct\n  horse\nbattery;', phrase)).toBe(`a: ${handle};`);
    expect(redact('correcthorsebattery', phrase)).toBe('correcthorsebattery');
  });

  test('is not found in similar text', () => {
    const plain = ['P@SS WÖRD/+?É~1', 'p@ss', 'a text\nof two lines', '70407373'];
    expect(redact(plain, secrets)).toEqual(plain);
  });

  test('is found in a text of 1 MiB without blocking', () => {
    const long = [{ id: '0'.repeat(36), value: 'secret value '.repeat(20_000) }];
    const text = `${'x\n'.repeat(500_000)}${Buffer.from(secret).toString('base64')}`;
    expect(redact(text, [...long, ...secrets])).toBe(`${'x\n'.repeat(500_000)}${handle}`);
  });
});

describe('redacting text that will grow', () => {
  const secret = 'hunter2!';
  const held = [{ id: '0'.repeat(36), value: secret }];
  const handle = handleOf('0'.repeat(36));

  test('shows no part of a secret, however much of it has arrived', () => {
    const encoded = Buffer.from(`user:${secret}`).toString('base64');
    for (const spelled of [secret, 'hun\nter\n2!', encoded, encodeURIComponent(secret)]) {
      const whole = `before ${spelled} after`;
      for (let end = 0; end <= whole.length; end += 1) {
        const shown = redactPart(whole.slice(0, end), held);
        expect(`before ${handle} after`.replace(handle, redact(spelled, held))).toContain(shown);
        expect(shown.replaceAll(handle, '')).not.toMatch(/h\s*u/);
      }
      expect(redactPart(whole, held)).toBe(redact(whole, held));
    }
  });

  test('shows text that only started like one', () => {
    expect(redactPart('a hunt', held)).toBe('a ');
    expect(redactPart('a hunting', held)).toBe('a hunting');
    expect(redactPart('hunhunter', held)).toBe('hun');
  });

  test('leaves text without secrets unchanged', () => {
    expect(redactPart('a hunt', [])).toBe('a hunt');
  });

  test('shows nothing if a secret is too long to be detected', () => {
    const long = [{ id: '0'.repeat(36), value: 'x'.repeat(5000) }];
    expect(redactPart('harmless', long)).toBe('');
  });

  test('handles long output and a long secret without blocking', () => {
    const long = [{ id: '0'.repeat(36), value: 'ab'.repeat(2000) }];
    expect(redactPart(`${'x'.repeat(60_000)}${'ab'.repeat(1999)}`, long)).toBe('x'.repeat(60_000));
  });
});
