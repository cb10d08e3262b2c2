import { test } from 'vitest';
import { openMongoGate } from '../../../server/src/store/mongo-gate.fixture.ts';
import { freshName } from '../../../server/src/store/mongo.fixture.ts';
import { survivesOutage } from './mailbox-outage.fixture.ts';

test('an outage of MongoDB ends neither the server nor pending requests of a mailbox', async () => {
  const gate = await openMongoGate();
  await survivesOutage({ ...gate, url: gate.url(freshName()) });
});
