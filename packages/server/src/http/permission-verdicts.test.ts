import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createSqlitePermissionStore } from '../store/sqlite.ts';
import { describePermissionVerdicts } from './permission-verdicts.fixture.ts';

describePermissionVerdicts('memory', async () => createMemoryPermissionStore());
describePermissionVerdicts('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-verdicts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return createSqlitePermissionStore({ path: join(folder, 'rules.db') });
});
