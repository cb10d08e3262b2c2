'use client';
import type { ReactElement } from 'react';
import { PendingRequests, type PendingRequestsProps } from '../pending-requests/index.ts';
import type { ToolCallSource } from './list.tsx';
import { useSameItems } from './use-same-items.ts';

/** Props of `PendingRequests`, with the session or run instead of the requests. */
export type RestProps = Omit<PendingRequestsProps, 'requests'> & {
  /** The result of `useSession` or `useRun`. */
  session: ToolCallSource;
};

/**
 * Pending requests that belong to no call of the transcript, such as those of an external agent
 * loop: place it below the messages.
 */
export function Rest({ session, ...props }: RestProps): ReactElement {
  const { calls, pending } = session;
  const rest = useSameItems(
    pending.filter(({ run_id: runId, tool_call_id: id }) => calls?.get(runId, id) === undefined),
  );
  return <PendingRequests requests={rest} {...props} />;
}
