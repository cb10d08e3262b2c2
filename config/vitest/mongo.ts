import type { TestProject } from 'vitest/node';
import { startMongo } from '../../scripts/mongo.ts';

/** Gives the tests of the project something that speaks as MongoDB does, and stops it after the last one. */
export default async function giveMongo(project: TestProject): Promise<() => Promise<void>> {
  const mongo = await startMongo();
  project.provide('mongo', { url: mongo.url, isReal: mongo.isReal });
  return () => mongo.stop();
}
