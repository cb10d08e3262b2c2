import { Inbox, NotifyButton, PendingBadge, useInbox, PendingRequests } from '@hitl/react';
import { useState } from 'react';
import { mailboxOf } from './mailbox-of.ts';
import { TokenForm, type TokenFormProps } from './token-form.tsx';

/** Shows the number even to someone looking at another tab. */
const ELSEWHERE = { inTitle: true, inFavicon: true, notify: true };

/** Pending requests, grouped by the folder that asks. */
export function NeedsDecision({ isRefused, onToken }: Omit<TokenFormProps, 'why'>) {
  const { interactions, loaded, connection } = useInbox();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const { error } = connection;
  const stranger = error?.code === 'unauthenticated' ? error : null;
  const places = [...new Set([...seen, ...interactions.map(mailboxOf)])];
  // A folder stays on the page with its receipts, also once nothing is pending there.
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
        <section key={place} aria-label={place === '' ? 'Agents of this server' : place}>
          {place !== '' && (
            <>
              <h2>{place}</h2>
              <p className="quiet">
                Answers are written to its mailbox: run <code>delta run</code> there to go on.
              </p>
            </>
          )}
          <PendingRequests
            requests={interactions.filter((request) => mailboxOf(request) === place)}
          />
        </section>
      ))}
    </>
  );
}
