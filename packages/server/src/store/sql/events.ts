import { raw, type Sql } from './statement.ts';

/** The columns of `EventsRow` in table `c`, as text, even if the database parses JSON. */
export const selectEvents: Sql = raw(
  'cast(c.events as text) as events, cast(c.repeats as text) as repeats',
);
