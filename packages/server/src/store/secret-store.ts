import type { SessionKey } from './store.ts';

/** A sensitive answer as it is kept: sealed, or plain in a store that forgets with its process. */
export interface StoredSecret {
  readonly id: string;
  readonly sealed: string;
}

/** Keeps sealed secrets beside the log of their session. */
export interface SecretStore {
  put(key: SessionKey, secret: StoredSecret): Promise<void>;
  /** All secrets of a session. */
  list(key: SessionKey): Promise<readonly StoredSecret[]>;
  /** Forgets a session's secrets. */
  remove(key: SessionKey): Promise<void>;
  close(): Promise<void>;
}

/** A secret in clear, only ever in memory. */
export interface Secret {
  readonly id: string;
  readonly value: string;
}

/** Store of sensitive answers. Everywhere else there are only their handles. */
export interface Vault {
  /** Keeps a value and returns its id. */
  put(key: SessionKey, value: string): Promise<string>;
  /** Secrets of a session that can be read now; what cannot be opened any more is left out. */
  list(key: SessionKey): Promise<readonly Secret[]>;
  /** Forgets a session's secrets. */
  remove(key: SessionKey): Promise<void>;
  close(): Promise<void>;
}
