import { describeAgentElsewhere } from './agent-elsewhere.fixture.ts';
import { postgresStores } from './postgres-stores.fixture.ts';

describeAgentElsewhere('PostgreSQL', postgresStores);
