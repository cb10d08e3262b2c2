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

/** Props of `Panel`: a filter, and the handler of a selection. */
export type PanelProps = Omit<PartProps<'section'>, keyof InboxSource> & {
  /** Filter of requests. Default: all visible to the caller. */
  filter?: InboxFilter | undefined;
  /** Called when a person selects this request. */
  onRequestSelect?: InboxSource['onRequestSelect'];
};

/** Pending requests, read from the provider's client, as one list per agent to select from. */
export function Panel({ filter = {}, ...props }: PanelProps): ReactElement {
  const inbox = inboxOf(useHitlClient(), filter);
  return (
    <InboxRoot store={inbox} onReconnect={inbox.reconnect} {...props}>
      <Status />
      <Groups />
    </InboxRoot>
  );
}
