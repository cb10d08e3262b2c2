import { MongoClient, type Db } from 'mongodb';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the tests run against, which `vitest.mongo.ts` has started. */
    mongo: {
      readonly url: string;
      /** Whether it is MongoDB, which `HITL_TEST_MONGODB_URL` names. */
      readonly isReal: boolean;
    };
  }
}

/**
 * A new database, which is gone after the test. Returns what connects to it. For files named
 * `*.mongo.test.ts`.
 */
export function freshMongo(): () => Db {
  const name = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
  const clients: MongoClient[] = [];
  onTestFinished(async () => {
    await clients[0]?.db(name).dropDatabase();
    await Promise.all(clients.map((client) => client.close()));
  });
  return () => {
    const client = new MongoClient(inject('mongo').url, { serverSelectionTimeoutMS: 10_000 });
    clients.push(client);
    return client.db(name);
  };
}
