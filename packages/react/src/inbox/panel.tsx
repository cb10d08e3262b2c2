'use client';
import type { InboxFilter } from '@hitl/client';
import type { ReactElement } from 'react';
import { inboxOf } from '../internal/inbox-of.ts';
import type { PartProps } from '../internal/part.tsx';
import { useHitlClient } from '../provider.tsx';
import { Groups } from './groups.tsx';
import type { InboxSource } from './inbox-context.ts';
import { InboxRoot } from './root.tsx';
import { Status } from './status.tsx';

/** A section’s props, whose requests, and what choosing one does. */
export type PanelProps = Omit<PartProps<'section'>, keyof InboxSource> & {
  /** Whose requests; left out, all that the caller may see. */
  filter?: InboxFilter | undefined;
  onRequestSelect?: InboxSource['onRequestSelect'];
};

/** What waits, read from the provider's client, as lists to choose from, one an agent. */
export function Panel({ filter = {}, ...props }: PanelProps): ReactElement {
  const inbox = inboxOf(useHitlClient(), filter);
  return (
    <InboxRoot store={inbox} onReconnect={inbox.reconnect} {...props}>
      <Status />
      <Groups />
    </InboxRoot>
  );
}
