import { freshSchema } from '../store/postgres.fixture.ts';
import { createPostgresPermissionStore } from '../store/postgres.ts';
import { describePermissionVerdicts } from './permission-verdicts.fixture.ts';

describePermissionVerdicts('PostgreSQL', async () => {
  const newPool = await freshSchema();
  return createPostgresPermissionStore({ pool: newPool() });
});
