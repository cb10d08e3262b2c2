import type { RunEvent } from '@hitl/protocol';
import { readDocument } from '../rows/repeated-texts.ts';
import { raw, type Sql } from './statement.ts';

/** The events of a commit as they are read. */
export interface EventsRow {
  readonly events: string;
  readonly repeats: string | null;
}

/** A row of a join that may have found nothing. */
type Nullable<T> = { readonly [Name in keyof T]?: T[Name] | null };

/** The columns of `EventsRow`, of the table `c`: as text, whatever the database does with JSON. */
export const selectEvents: Sql = raw(
  'cast(c.events as text) as events, cast(c.repeats as text) as repeats',
);

/** The events of a commit; none where a row was read without one. */
export function toEvents({ events, repeats }: Nullable<EventsRow>): readonly RunEvent[] {
  if (typeof events !== 'string') return [];
  return readDocument({ json: events, repeats: repeats ?? null }) as readonly RunEvent[];
}
