import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.ts';

/**
 * Gives the tests of the project a PostgreSQL, and stops it after the last one. Vitest calls this only
 * when a file of the project is going to run.
 */
export default async function givePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
