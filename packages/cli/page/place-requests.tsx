import { PendingRequests, VisibleText, type InteractionRequest } from '@hitl/react';
import type { Place } from './place-of.ts';

export interface PlaceRequestsProps {
  place: Place;
  /** Whether the page has requests of other users as well, so that theirs must be distinguished. */
  ofMany: boolean;
  requests: readonly InteractionRequest[];
}

/** The requests of one place, below its name. */
export function PlaceRequests({ place, ofMany, requests }: PlaceRequestsProps) {
  const { folder, user } = place;
  const name = folder || (ofMany && nameOf(user)) || 'Agents of this server';
  return (
    <section aria-label={name}>
      {(folder !== '' || ofMany) && (
        <h2>
          <VisibleText text={name} />
        </h2>
      )}
      {folder !== '' && (
        <p className="quiet">
          Answers are written to its mailbox: run <code>delta run</code> there to continue.
        </p>
      )}
      <PendingRequests requests={requests} />
    </section>
  );
}

function nameOf(user: string): string {
  return user === '' ? 'For no user' : `For ${user}`;
}
