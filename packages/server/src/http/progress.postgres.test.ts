import { expect, test } from 'vitest';
import { postgresStores } from './postgres-stores.fixture.ts';
import { progressElsewhere } from './progress.fixture.ts';

test('progress of a tool on one server is seen on another', async () => {
  const [short, long] = await progressElsewhere(await postgresStores());
  expect(short).toMatchObject({ progress: 1, text: 'Copying ä' });
  // Too long for one notification; the progress still arrives.
  expect(long).toEqual({ tool_call_id: 'call_1', progress: 2, total: 3 });
});
