'use client';
import { createArrangement } from '@hitl/client/view';
import { memo, useState, type ComponentType, type ReactElement } from 'react';
import { Interaction } from '../interaction/index.ts';
import { ArrangementContext } from '../internal/arming.ts';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { LONG, useGrowing } from '../internal/use-growing.ts';
import { useHandover } from '../internal/use-handover.ts';
import { Panel } from '../batch/panel.tsx';
import type { BatchProps } from '../batch/root.tsx';
import { groupsOf } from './groups.ts';
import { useLingering } from './use-lingering.ts';

/** All that waits, and how long what has ended stays in sight. */
export type PendingRequestsProps = Omit<PartProps<'div'>, keyof BatchProps> &
  BatchProps & {
    /**
     * How long what has ended stays as a receipt before it leaves, in milliseconds. Default 4000;
     * `Infinity`: for as long as the page. What expired stays thirty times as long, so that it can be
     * asked again.
     */
    lingerMs?: number | undefined;
  };

function PendingRequestCards({
  requests,
  onRespond,
  renderers,
  lingerMs = 4000,
  ref: theirs,
  ...props
}: PendingRequestsProps): ReactElement {
  const shown = useLingering(groupsOf(requests), lingerMs);
  const ref = useMergedRef(useHandover(requests, shown), theirs);
  const count = useGrowing(shown.length);
  const common = { onRespond, renderers };
  const [arrangement] = useState(createArrangement);
  const element = renderPart('div', 'pending-requests', {
    children: shown.slice(0, count).map(({ key, requests: list }) => {
      const [first, ...rest] = list;
      if (first === undefined) return null;
      const single = rest.length === 0;
      return single ? (
        <Interaction.Auto key={key} request={first} {...common} />
      ) : (
        <MessagePanel key={key} requests={list} {...common} />
      );
    }),
    'data-long': shown.length > LONG || undefined,
    ...props,
    ref,
  });
  return <ArrangementContext value={arrangement}>{element}</ArrangementContext>;
}

/** Memoized: what changes is one message, and the others keep their lists. */
const MessagePanel = memo(Panel);

/**
 * All that waits, message by message: a single request as its card, several as a panel. Hand it
 * `session.pending` or the requests of an inbox; what has ended folds to a receipt and then leaves.
 * `data-long` where there are so many that those off the screen need not be laid out. Memoized, because
 * what an agent writes beside it comes in many pieces a second.
 */
export const PendingRequests: ComponentType<PendingRequestsProps> = memo(PendingRequestCards);
