import { raw, type Sql } from './statement.ts';

/**
 * A text column to sort by without its index. For the few rows of one session: without statistics,
 * a planner would scan the whole list in order instead of sorting these.
 */
export function unindexed(column: string): Sql {
  return raw(`${column} || ''`);
}
