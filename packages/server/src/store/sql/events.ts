import { raw, type Sql } from './statement.ts';

/** The columns of `EventsRow`, of the table `c`: as text, whatever the database does with JSON. */
export const selectEvents: Sql = raw(
  'cast(c.events as text) as events, cast(c.repeats as text) as repeats',
);
