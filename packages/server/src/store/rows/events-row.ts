import type { RunEvent } from '@hitl/protocol';
import { readDocument } from './repeated-strings.ts';

/** The columns with the events of a commit. */
export interface EventsRow {
  readonly events: string;
  readonly repeats: string | null;
}

/** A row of an outer join, which may be empty. */
type Nullable<T> = { readonly [Name in keyof T]?: T[Name] | null };

/** The events of a commit; none if the join found no commit. */
export function toEvents({ events, repeats }: Nullable<EventsRow>): readonly RunEvent[] {
  if (typeof events !== 'string') return [];
  return readDocument({ json: events, repeats: repeats ?? null }) as readonly RunEvent[];
}
