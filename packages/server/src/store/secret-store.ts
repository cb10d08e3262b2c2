import type { SessionKey } from './store.ts';

/** A stored sensitive answer: encrypted, or in clear text in a store in memory. */
export interface StoredSecret {
  readonly id: string;
  readonly sealed: string;
}

/** Keeps sealed secrets of sessions. */
export interface SecretStore {
  put(key: SessionKey, secret: StoredSecret): Promise<void>;
  /** All secrets of a session. */
  list(key: SessionKey): Promise<readonly StoredSecret[]>;
  /** Deletes a session's secrets. */
  remove(key: SessionKey): Promise<void>;
  close(): Promise<void>;
}

/** A secret in clear text, only in memory. */
export interface Secret {
  readonly id: string;
  readonly value: string;
}

/** Store of sensitive answers. Everything else only contains their handles. */
export interface Vault {
  /** Stores a value and returns its id. */
  put(key: SessionKey, value: string): Promise<string>;
  /** The secrets of a session that can be read now, without those that cannot be decrypted any more. */
  list(key: SessionKey): Promise<readonly Secret[]>;
  /** Deletes a session's secrets. */
  remove(key: SessionKey): Promise<void>;
  close(): Promise<void>;
}
