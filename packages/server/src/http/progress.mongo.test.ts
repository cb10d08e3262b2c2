import { expect, test } from 'vitest';
import { mongoStores } from './mongo-stores.fixture.ts';
import { longText, progressElsewhere } from './progress.fixture.ts';

test('progress of a tool on one server is seen on another, however long its text is', async () => {
  const [short, long] = await progressElsewhere(mongoStores());
  expect(short).toMatchObject({ progress: 1, text: 'Copying ä' });
  expect(long).toEqual({ tool_call_id: 'call_1', progress: 2, total: 3, text: longText });
});
