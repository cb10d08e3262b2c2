import { lstatSync } from 'node:fs';
import { storeError } from '../errors.ts';
import type { Secret, Vault } from '../secret-store.ts';
import { createTurns } from './turns.ts';
import { readSmallFile, removeFile, replaceFile, unlessAbsent } from './file-system.ts';

/** Options of a vault in files. */
export interface FileVaultOptions {
  /** The path of a session's file. Its folder must exist; `<path>.new` is used while writing. */
  readonly file: (sessionId: string) => string;
}

/** A secret as stored in the file. */
interface SecretInFile extends Secret {
  readonly tenant_id: string;
  readonly session_id: string;
}

/**
 * Creates a vault that keeps sensitive answers in clear text, in one file with mode 0600 per
 * session: for one process at a time that trusts its disk, such as a command line. The file
 * outlives the process. `remove` deletes it: call it when the run has ended.
 * @throws HitlError `vault_unusable` for a symbolic link, and for a file with another format.
 */
export function createFileVault({ file }: FileVaultOptions): Vault {
  // Each change is based on the previous one.
  const inTurn = createTurns();

  return {
    put(key, value) {
      const path = file(key.sessionId);
      const id = crypto.randomUUID();
      const secret = { tenant_id: key.tenantId, session_id: key.sessionId, id, value };
      return inTurn(async () => {
        const secrets = [...read(path), secret];
        replaceFile(path, `${JSON.stringify({ secrets })}\n`);
        return id;
      });
    },
    list({ tenantId: tenant, sessionId: session }) {
      return inTurn(async () =>
        read(file(session))
          .filter((secret) => secret.tenant_id === tenant && secret.session_id === session)
          .map(({ id, value }): Secret => ({ id, value })),
      );
    },
    remove({ sessionId: session }) {
      return inTurn(async () => removeFile(file(session)));
    },
    async close() {
      await inTurn(async () => {});
    },
  };
}

function read(path: string): readonly SecretInFile[] {
  refuseLink(path);
  const text = readSmallFile(path);
  if (text === null) return [];
  try {
    const { secrets } = JSON.parse(text) as { readonly secrets: unknown };
    if (Array.isArray(secrets) && secrets.every(isSecret)) return secrets;
  } catch (error) {
    throw unusable(path, 'is not JSON', error);
  }
  throw unusable(path, 'has another format');
}

function refuseLink(path: string): void {
  const stats = unlessAbsent(() => lstatSync(path), null);
  if (stats === null || stats.isFile()) return;
  throw unusable(path, stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a regular file');
}

function isSecret(value: unknown): value is SecretInFile {
  const { tenant_id, session_id, id, value: text } = Object(value) as Record<string, unknown>;
  return [tenant_id, session_id, id, text].every((member) => typeof member === 'string');
}

function unusable(path: string, what: string, cause?: unknown): Error {
  return storeError(
    'vault_unusable',
    `The file for sensitive answers, ${path}, ${what}. It was not changed: move it away, and its answers are asked for again.`,
    cause,
  );
}
