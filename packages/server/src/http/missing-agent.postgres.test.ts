import { describeAgentElsewhere } from './missing-agent.fixture.ts';
import { postgresStores } from './postgres-stores.fixture.ts';

describeAgentElsewhere('PostgreSQL', postgresStores);
