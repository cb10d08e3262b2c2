import { describeMissingAgent } from './missing-agent.fixture.ts';
import { sqliteStores } from './shared-stores.fixture.ts';

describeMissingAgent('one SQLite file', sqliteStores);
