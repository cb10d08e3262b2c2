import { columnsOf, decodeCursor, type ListOrder, type ListQuery } from '../lists.ts';
import { join, raw, sql, type Sql } from './statement.ts';

/**
 * A text column to sort by without its index. For the few rows of one session: without statistics,
 * a planner would scan the whole list in order instead of sorting these.
 */
function unindexed(column: string): Sql {
  return raw(`${column} || ''`);
}

/** Selects a page of a list, for `pageOf`. */
export function selectPage<R>(
  from: string,
  order: ListOrder,
  query: ListQuery,
  more: readonly Sql[] = [],
): Sql<R> {
  const { cursor, limit, sessionId, runId, toolCallId } = query;
  const isShort = [sessionId, runId, toolCallId].some((one) => one !== undefined);
  const where = [...Object.entries(columnsOf(query)).map(equals), ...more];
  const columns = Object.keys(order.columns);
  if (cursor !== undefined) {
    const key = join(decodeCursor(order, cursor));
    where.push(sql`(${raw(columns.join(', '))}) ${raw(order.newestFirst ? '<' : '>')} (${key})`);
  }
  const direction = raw(order.newestFirst ? ' desc' : '');
  const sort = columns.map((column, index) => {
    return sql`${isShort && index === 0 ? unindexed(column) : raw(column)}${direction}`;
  });
  return sql`${raw(from)} where ${join(where, ' and ')} order by ${join(sort)} limit ${limit + 1}`;
}

function equals([column, value]: [string, string]): Sql {
  // A literal, so that the planner can use the index of pending ones.
  if (column === 'status' && value === 'pending') return sql`status = 'pending'`;
  return sql`${raw(column)} = ${value}`;
}
