import { test } from 'vitest';
import { freshDatabase } from '../../tests/fresh-database.fixture.ts';
import { survivesOutage } from './mailbox-outage.fixture.ts';

test('an outage of PostgreSQL ends neither the server nor pending requests of a mailbox', async () => {
  await survivesOutage(await freshDatabase());
});
