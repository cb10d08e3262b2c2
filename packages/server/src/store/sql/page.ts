import { raw, type Sql } from './statement.ts';

/**
 * A text column to sort by without its index. For the few rows of one session: a planner without
 * statistics would rather walk the whole list in order than sort these.
 */
export function unindexed(column: string): Sql {
  return raw(`${column} || ''`);
}
