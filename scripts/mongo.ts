import { startWireServer } from './mongo-wire/server.ts';

/** What tests of the store for MongoDB run against. */
export interface TestMongo {
  readonly url: string;
  /** Whether it is a server that someone named, and not the one of the tests. */
  readonly isReal: boolean;
  stop(): Promise<void>;
}

/** The server that `HITL_TEST_MONGODB_URL` names, else the one that only tests have. */
export async function startMongo(env: NodeJS.ProcessEnv = process.env): Promise<TestMongo> {
  const url = env['HITL_TEST_MONGODB_URL'];
  if (url) return { url, isReal: true, stop: async () => undefined };
  return { ...(await startWireServer()), isReal: false };
}
