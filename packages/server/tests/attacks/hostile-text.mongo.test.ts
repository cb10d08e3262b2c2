import { test } from 'vitest';
import { mongoStores } from '../../src/http/mongo-stores.fixture.ts';
import { sendHostileText } from './hostile-text.fixture.ts';

test('no text or number that MongoDB does not take is an internal error', async () => {
  await sendHostileText(mongoStores()());
});
