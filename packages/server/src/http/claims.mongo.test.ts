import { claimCases } from './claims.cases.fixture.ts';
import { mongoStores } from './mongo-stores.fixture.ts';

claimCases(mongoStores);
