import { claimCases } from './claims.cases.fixture.ts';
import { postgresStores } from './postgres-stores.fixture.ts';

claimCases(postgresStores);
