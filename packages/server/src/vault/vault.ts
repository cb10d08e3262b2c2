import type { Secret, SecretStore, Vault } from '../store/secret-store.ts';
import type { SessionKey } from '../store/store.ts';
import { toHex } from '../base/hex.ts';
import { sessionText } from '../store/session-text.ts';

/** Creates a vault in memory; a restart loses it, so its answers are asked for again. */
export function createMemoryVault(): Vault {
  const sessions = new Map<string, Secret[]>();
  return {
    async put(key, value) {
      const id = crypto.randomUUID();
      sessions.set(sessionText(key), [...(sessions.get(sessionText(key)) ?? []), { id, value }]);
      return id;
    },
    list: async (key) => [...(sessions.get(sessionText(key)) ?? [])],
    async remove(key) {
      sessions.delete(sessionText(key));
    },
    async close() {
      sessions.clear();
    },
  };
}

/**
 * Creates a vault on a store, encrypted with AES-256-GCM. Each value has its own nonce and is bound
 * to its session and id, so that a copied row cannot be decrypted. Closing it closes the store.
 *
 * `key`: 64 hex digits, as in `HITL_SECRET_KEY`.
 * @throws TypeError for a key of another form.
 */
export function createEncryptedVault(store: SecretStore, key: string): Vault {
  if (!/^[0-9a-fA-F]{64}$/.test(key)) {
    throw new TypeError('The secret key must be 32 bytes as 64 hex digits.');
  }
  const sealing = crypto.subtle.importKey('raw', fromHex(key), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  return {
    async put(session, value) {
      const id = crypto.randomUUID();
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: bindingOf(session, id) },
        await sealing,
        new TextEncoder().encode(value),
      );
      await store.put(session, { id, sealed: `${toHex(iv)}.${toHex(new Uint8Array(sealed))}` });
      return id;
    },
    async list(session) {
      const stored = await store.list(session);
      const opened = await Promise.all(
        stored.map(async ({ id, sealed }): Promise<Secret | null> => {
          const value = await open(session, id, sealed);
          return value === null ? null : { id, value };
        }),
      );
      return opened.filter((secret) => secret !== null);
    },
    remove: (session) => store.remove(session),
    close: () => store.close(),
  };

  /** The secret in clear text; `null`: it was sealed with another key, or tampered with. */
  async function open(session: SessionKey, id: string, sealed: string): Promise<string | null> {
    const [iv = '', data = ''] = sealed.split('.');
    try {
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromHex(iv), additionalData: bindingOf(session, id) },
        await sealing,
        fromHex(data),
      );
      return new TextDecoder().decode(plain);
    } catch {
      return null;
    }
  }
}

function bindingOf(key: SessionKey, id: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([key.tenantId, key.sessionId, id]));
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
