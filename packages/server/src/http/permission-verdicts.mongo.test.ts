import { freshMongo } from '../store/mongo.fixture.ts';
import { createMongoPermissionStore } from '../store/mongodb.ts';
import { describePermissionVerdicts } from './permission-verdicts.fixture.ts';

describePermissionVerdicts('MongoDB', async () =>
  createMongoPermissionStore({ db: freshMongo()() }),
);
