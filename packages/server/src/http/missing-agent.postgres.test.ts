import { describeMissingAgent } from './missing-agent.fixture.ts';
import { postgresStores } from './postgres-stores.fixture.ts';

describeMissingAgent('PostgreSQL', postgresStores);
