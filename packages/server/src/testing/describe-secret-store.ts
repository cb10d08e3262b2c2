import { describe, expect, test } from 'vitest';
import type { SessionStore } from '../store/store.ts';
import type { SecretStore, StoredSecret } from '../store/secret-store.ts';
import { createSampleLog, started } from './sample-log.ts';
import { key } from './session-store-case.ts';
import { openForEach } from './store-case.ts';

/** A store for one test. */
export interface OpenedSecretStore {
  /** Empty. */
  readonly store: SecretStore;
  /** Opens another connection to the same data, as another process would. */
  readonly connect: () => Promise<SecretStore>;
  /** Sessions in the same database: removing one removes its secrets. */
  readonly sessions: SessionStore;
}

function secret(id: string, sealed = `sealed ${id}`): StoredSecret {
  return { id, sealed };
}

/**
 * The contract of `SecretStore`, as tests. `open` returns an empty store for each test; the suite
 * closes all stores.
 */
export function describeSecretStore(name: string, open: () => Promise<OpenedSecretStore>): void {
  describe(name, () => {
    const use = openForEach<SecretStore, OpenedSecretStore>(open);

    test('knows no secrets of a session that has none', async () => {
      const { store } = use();
      expect(await store.list(key())).toEqual([]);
      await store.remove(key());
    });

    test.each([
      ['hex', '00ff.ab12'],
      ['any script', '漢字 🧑‍🚀 \u202e'],
      ['quotes and operators', `'; drop table x; -- " \\ %_`],
      ['length', 'f'.repeat(200_000)],
    ])('returns sealed values unchanged: %s', async (_, sealed) => {
      const { store } = use();
      await store.put(key(), secret('a', sealed));
      expect(await store.list(key())).toEqual([secret('a', sealed)]);
    });

    test('keeps sessions and tenants apart', async () => {
      const { store } = use();
      const places = [key(), key('ses_2'), { tenantId: 'other', sessionId: 'ses_1' }];
      await Promise.all(places.map((place, index) => store.put(place, secret(`s${index}`))));
      const listed = () => Promise.all(places.map((place) => store.list(place)));
      expect(await listed()).toEqual([[secret('s0')], [secret('s1')], [secret('s2')]]);
      await store.remove(key());
      expect(await listed()).toEqual([[], [secret('s1')], [secret('s2')]]);
    });

    test('never replaces one secret by another', async () => {
      const { store } = use();
      await store.put(key(), secret('a', 'first'));
      await expect(store.put(key(), secret('a', 'second'))).rejects.toThrow();
      expect(await store.list(key())).toEqual([secret('a', 'first')]);
    });

    test('loses none that are stored at the same time', async () => {
      const { store, connect } = use();
      const other = await connect();
      const secrets = Array.from({ length: 24 }, (_, index) => secret(`s${index}`));
      await Promise.all(
        secrets.map((one, index) => (index % 2 === 0 ? store : other).put(key(), one)),
      );
      const byId = (left: StoredSecret, right: StoredSecret) => (left.id < right.id ? -1 : 1);
      expect((await store.list(key())).toSorted(byId)).toEqual(secrets.toSorted(byId));
    });

    test('shows them on every connection immediately, and when it is opened again', async () => {
      const { store, connect } = use();
      const other = await connect();
      await store.put(key(), secret('a'));
      expect(await other.list(key())).toEqual([secret('a')]);
      await Promise.all([store.close(), other.close()]);
      const again = await connect();
      expect(await again.list(key())).toEqual([secret('a')]);
    });

    test('has none of a session that is removed, and all of one whose removal was refused', async () => {
      const { store, sessions } = use();
      const log = createSampleLog(key());
      await log.append(sessions, started('run_1'));
      await store.put(key(), secret('a'));
      await store.put(key('ses_2'), secret('b'));
      const tombstone = { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };
      expect(await sessions.remove(key(), 7, tombstone)).toBe('conflict');
      expect(await store.list(key())).toEqual([secret('a')]);
      expect(await sessions.remove(key(), 1, tombstone)).toBe('appended');
      expect(await store.list(key())).toEqual([]);
      expect(await store.list(key('ses_2'))).toEqual([secret('b')]);
    });

    test('is closed once, even if close is called again', async () => {
      const { store } = use();
      await store.close();
      await store.close();
    });
  });
}
