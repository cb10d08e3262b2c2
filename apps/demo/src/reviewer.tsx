import { createHitlClient, approvalOf, denialOf } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { ArgsPreview, HitlProvider, useInbox } from '@hitl/react';
import { useRespond } from '@hitl/react/query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

/** Grace is another user: her client shares nothing with this page but the server. */
const client = createHitlClient({ openChannel: null });
const queryClient = new QueryClient();

/** A second person's view of a session: its requests, with custom buttons that answer. */
export function Reviewer({ sessionId }: { sessionId: string }) {
  return (
    <section className="reviewer" aria-label="Grace, reviewer">
      <h2 className="zone-title">Grace, reviewer</h2>
      <QueryClientProvider client={queryClient}>
        <HitlProvider client={client} userId="grace">
          <Desk sessionId={sessionId} />
        </HitlProvider>
      </QueryClientProvider>
    </section>
  );
}

function Desk({ sessionId }: { sessionId: string }) {
  const { interactions, loaded } = useInbox({ sessionId });
  // One for all requests, so that it can report the outcome of an answer after its request has
  // disappeared.
  const { mutate, isPending, error, data } = useRespond();
  const answer = (request: InteractionRequest, allowed: boolean): void =>
    mutate((allowed ? approvalOf : denialOf)(request));
  return (
    <>
      {loaded && interactions.length === 0 && <p className="quiet">Nothing is waiting.</p>}
      {interactions.map((request) => (
        <article key={request.id} className="review" aria-label={request.tool_name}>
          <p>
            <strong>{request.tool_name}</strong>
          </p>
          <ArgsPreview args={request.tool_args} />
          <p className="break-buttons">
            <button
              type="button"
              className="small"
              disabled={isPending}
              onClick={() => answer(request, false)}
            >
              Deny
            </button>
            <button
              type="button"
              className="small"
              disabled={isPending}
              onClick={() => answer(request, true)}
            >
              Allow
            </button>
          </p>
        </article>
      ))}
      <p role="status" className="quiet">
        {error === null ? data !== undefined && 'Your answer is recorded.' : error.message}
      </p>
    </>
  );
}
