import { describeMissingAgent } from './missing-agent.fixture.ts';
import { mongoStores } from './mongo-stores.fixture.ts';

describeMissingAgent('MongoDB', mongoStores);
