import { startWireServer } from './mongo-wire/server.ts';

/** The server for tests of the MongoDB store. */
export interface TestMongo {
  readonly url: string;
  /** Whether it is a real MongoDB, not the server in `mongo-wire`. */
  readonly isReal: boolean;
  stop(): Promise<void>;
}

/** Uses the server in `HITL_TEST_MONGODB_URL`, else starts the one for tests. */
export async function startMongo(env: NodeJS.ProcessEnv = process.env): Promise<TestMongo> {
  const url = env['HITL_TEST_MONGODB_URL'];
  if (url) return { url, isReal: true, stop: async () => undefined };
  return { ...(await startWireServer()), isReal: false };
}
