import { createHitlClient } from '@hitl/client';
import { HitlProvider, PendingRequests, useSession } from '@hitl/react';
import { useRespond } from '@hitl/react/query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { USER } from './user.ts';

/** Grace is another user: her client shares nothing with this page but the server. */
const client = createHitlClient({ openChannel: null });
const queryClient = new QueryClient();

/** To Grace, the user of this demo, whose id is `you`, is someone else. */
const messages = {
  by: (person: string) => (person === USER ? 'by the user' : `by ${person}`),
};

/** A second person's view of a session: the same requests, of which the first answer counts. */
export function Reviewer({ sessionId }: { sessionId: string }) {
  return (
    <section className="reviewer" aria-label="Grace, reviewer">
      <header className="chat-head">
        <span className="initial" aria-hidden="true">
          G
        </span>
        <h2>Grace, reviewer</h2>
      </header>
      <QueryClientProvider client={queryClient}>
        <HitlProvider client={client} userId="grace" messages={messages}>
          <ReviewerRequests sessionId={sessionId} />
        </HitlProvider>
      </QueryClientProvider>
    </section>
  );
}

function ReviewerRequests({ sessionId }: { sessionId: string }) {
  const { pending, loaded } = useSession(sessionId);
  const { mutateAsync } = useRespond();
  return (
    <div className="reviewer-requests">
      <PendingRequests
        requests={pending}
        // Grace's answers go through the page's own cache.
        onRespond={mutateAsync}
        lingerMs={Infinity}
      />
      {loaded && pending.length === 0 && <p className="quiet">Nothing is waiting.</p>}
    </div>
  );
}
