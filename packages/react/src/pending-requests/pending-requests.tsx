'use client';
import { createArrangement } from '@hitl/client/view';
import { memo, useState, type ComponentType, type ReactElement } from 'react';
import { Interaction } from '../interaction/index.ts';
import { ArrangementContext } from '../internal/arming.ts';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { LONG, useGrowing } from '../internal/use-growing.ts';
import { useFocusAfterRemoval } from '../internal/use-focus-after-removal.ts';
import { Panel } from '../batch/panel.tsx';
import type { BatchProps } from '../batch/root.tsx';
import { groupsOf } from './groups.ts';
import { useLingering } from './use-lingering.ts';

/** Pending requests, and how long ended ones stay visible. */
export type PendingRequestsProps = Omit<PartProps<'div'>, keyof BatchProps> &
  BatchProps & {
    /**
     * Milliseconds that an ended request stays as a receipt. Default 4000; `Infinity`: as long as
     * the page. An expired request stays thirty times as long, so that it can be asked again.
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
  const ref = useMergedRef(useFocusAfterRemoval(requests, shown), theirs);
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

/** Memoized: a change affects one message, and the others keep their lists. */
const MessagePanel = memo(Panel);

// Memoized, because streamed text rerenders many times a second.
/**
 * Pending requests, grouped by message: a single request as its card, several as a panel. Pass
 * `session.pending` or the requests of an inbox; an ended request folds to a receipt and then
 * leaves. `data-long` if there are so many that those off screen need no layout.
 */
export const PendingRequests: ComponentType<PendingRequestsProps> = memo(PendingRequestCards);
