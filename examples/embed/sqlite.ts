import { createEncryptedVault, createHitl } from '@hitl/server';
import {
  createSqliteBus,
  createSqlitePermissionStore,
  createSqliteSecretStore,
  createSqliteStore,
  openSqlite,
} from '@hitl/server/sqlite';

export const database = openSqlite({ path: '.data/hitl.db' });
const secrets = createSqliteSecretStore({ database });

export const hitl = createHitl({
  agents: [],
  sessionStore: createSqliteStore({ database }),
  permissionStore: createSqlitePermissionStore({ database }),
  // Sensitive answers, encrypted with 32 bytes as 64 hex digits.
  vault: createEncryptedVault(secrets, process.env.HITL_SECRET_KEY ?? ''),
  // Only needed if several processes use the file.
  bus: createSqliteBus({ database }),
});
