import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.ts';

/**
 * Starts a PostgreSQL for the tests of the project, and stops it after the last one. Vitest calls this only
 * if a file of the project is going to run.
 */
export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ durable: false });
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
