import type { TestProject } from 'vitest/node';
import { startMongo } from '../../scripts/mongo.ts';

/** Starts a server with MongoDB's protocol for the tests of the project, and stops it after the last one. */
export default async function provideMongo(project: TestProject): Promise<() => Promise<void>> {
  const mongo = await startMongo();
  project.provide('mongo', { url: mongo.url, isReal: mongo.isReal });
  return () => mongo.stop();
}
