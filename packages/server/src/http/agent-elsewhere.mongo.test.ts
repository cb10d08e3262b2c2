import { describeAgentElsewhere } from './agent-elsewhere.fixture.ts';
import { mongoStores } from './mongo-stores.fixture.ts';

describeAgentElsewhere('MongoDB', mongoStores);
