import { describeAgentElsewhere } from './agent-elsewhere.fixture.ts';
import { sqliteStores } from './shared-stores.fixture.ts';

describeAgentElsewhere('one SQLite file', sqliteStores);
