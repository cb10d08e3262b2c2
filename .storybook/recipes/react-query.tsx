import type { ConfirmRequest } from '@hitl/protocol';
import { ArgsPreview, Grants, useInbox } from '@hitl/react';
import { useGrantsQuery, useRespond, useSessionsQuery } from '@hitl/react/query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

const queryClient = new QueryClient();

/** Sessions and rules from the app's own query cache, and buttons of the app that answer. */
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
  return interactions
    .filter((request) => request.type === 'confirm')
    .map((request) => <Line key={request.id} request={request} />);
}

/** All arguments, with invisible characters escaped, so that a person can read what they allow. */
function Line({ request }: { request: ConfirmRequest }) {
  const { mutate, isPending, error } = useRespond();
  const { id, tool_name: toolName, tool_args: args, tool_schema: schema } = request;
  const answer = (action: 'approve' | 'deny') =>
    mutate({ request_id: id, type: 'confirm', action, confirmed: action === 'approve' });
  return (
    <section aria-label={toolName}>
      <h2>{toolName}</h2>
      <ArgsPreview args={args} schema={schema} toolName={toolName} metadata={request.metadata} />
      <p>
        <button className="page-button" disabled={isPending} onClick={() => answer('deny')}>
          Deny
        </button>{' '}
        <button className="page-button" disabled={isPending} onClick={() => answer('approve')}>
          Allow
        </button>
      </p>
      {error !== null && <p role="alert">{error.message}</p>}
    </section>
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
