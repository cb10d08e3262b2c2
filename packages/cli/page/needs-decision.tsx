import { Inbox, NotifyButton, PendingBadge, useInbox } from '@hitl/react';
import { useState } from 'react';
import { isSamePlace, placeOf, type Place } from './place-of.ts';
import { PlaceRequests } from './place-requests.tsx';
import { TokenForm, type TokenFormProps } from './token-form.tsx';

/** Shows the number even to someone looking at another tab. */
const ELSEWHERE = { inTitle: true, inFavicon: true, notify: true };

/** Pending requests, grouped by the folder that asks, or the user for whom agents of the server ask. */
export function NeedsDecision({ isRefused, onToken }: Omit<TokenFormProps, 'why'>) {
  const { interactions, loaded, connection } = useInbox();
  const [seen, setSeen] = useState<readonly Place[]>([]);
  const { error } = connection;
  const stranger = error?.code === 'unauthenticated' ? error : null;
  const all = [...seen, ...interactions.map(placeOf)];
  const places = all.filter((place, at) => all.findIndex((it) => isSamePlace(it, place)) === at);
  const ofMany = places.filter(({ folder }) => folder === '').length > 1;
  // A place stays on the page with its receipts, also once nothing is pending there.
  if (places.length > seen.length) setSeen(places);

  return (
    <>
      <header>
        <h1>
          Needs your decision <PendingBadge {...ELSEWHERE} />
        </h1>
        <NotifyButton />
      </header>
      {stranger !== null ? (
        <TokenForm why={stranger.message} isRefused={isRefused} onToken={onToken} />
      ) : (
        <Inbox.Root interactions={interactions} loaded={loaded} connection={connection}>
          <Inbox.Status />
        </Inbox.Root>
      )}
      {places.map((place) => (
        <PlaceRequests
          key={JSON.stringify([place.folder, place.user])}
          place={place}
          ofMany={ofMany}
          requests={interactions.filter((request) => isSamePlace(placeOf(request), place))}
        />
      ))}
    </>
  );
}
