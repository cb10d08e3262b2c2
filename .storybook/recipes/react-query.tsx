import type { InteractionRequest } from '@hitl/protocol';
import { Grants, useInbox } from '@hitl/react';
import { useGrantsQuery, useRespond, useSessionsQuery } from '@hitl/react/query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

const queryClient = new QueryClient();

/** Sessions and rules out of the page's own cache; buttons of the page's own answer. */
export function Settings({ userId }: { userId: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Sessions userId={userId} />
      <Waiting />
      <Rules userId={userId} />
    </QueryClientProvider>
  );
}

function Sessions({ userId }: { userId: string }) {
  const { data } = useSessionsQuery({ userId });
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? [];
  return (
    <ul>
      {sessions.map(({ session_id: id, title, pending_count: waiting }) => (
        <li key={id}>
          {title} ({waiting} waiting)
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  const { interactions } = useInbox();
  return interactions.map((request) => <Line key={request.id} request={request} />);
}

function Line({ request }: { request: InteractionRequest }) {
  const { mutate, isPending, error } = useRespond();
  const answer = (action: 'approve' | 'deny') =>
    mutate({ request_id: request.id, type: 'confirm', action, confirmed: action === 'approve' });
  return (
    <p>
      {request.tool_name}: <code>{JSON.stringify(request.tool_args)}</code>{' '}
      <button className="page-button" disabled={isPending} onClick={() => answer('deny')}>
        No
      </button>{' '}
      <button className="page-button" disabled={isPending} onClick={() => answer('approve')}>
        Yes
      </button>
      {error !== null && <span role="alert">{error.message}</span>}
    </p>
  );
}

function Rules({ userId }: { userId: string }) {
  return (
    <Grants.Root {...useGrantsQuery(userId)}>
      <Grants.Status />
      <Grants.List />
    </Grants.Root>
  );
}
