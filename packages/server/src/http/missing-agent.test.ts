import { describeAgentElsewhere } from './missing-agent.fixture.ts';
import { sqliteStores } from './shared-stores.fixture.ts';

describeAgentElsewhere('one SQLite file', sqliteStores);
