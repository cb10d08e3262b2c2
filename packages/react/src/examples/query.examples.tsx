import { Grants } from '@hitl/react';
import { useGrantsQuery, useSessionsQuery } from '@hitl/react/query';

export function Settings({ userId }: { userId: string }) {
  const { data } = useSessionsQuery({ userId });
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? [];
  return (
    <>
      <ul>
        {sessions.map(({ session_id, title }) => (
          <li key={session_id}>{title}</li>
        ))}
      </ul>
      <Grants.Root {...useGrantsQuery(userId)}>
        <Grants.Status />
        <Grants.List />
      </Grants.Root>
    </>
  );
}
