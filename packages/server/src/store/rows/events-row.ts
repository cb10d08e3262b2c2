import type { RunEvent } from '@hitl/protocol';
import { readDocument } from './repeated-texts.ts';

/** The events of a commit as they are read. */
export interface EventsRow {
  readonly events: string;
  readonly repeats: string | null;
}

/** A row of a join that may have found nothing. */
type Nullable<T> = { readonly [Name in keyof T]?: T[Name] | null };

/** The events of a commit; none where a row was read without one. */
export function toEvents({ events, repeats }: Nullable<EventsRow>): readonly RunEvent[] {
  if (typeof events !== 'string') return [];
  return readDocument({ json: events, repeats: repeats ?? null }) as readonly RunEvent[];
}
