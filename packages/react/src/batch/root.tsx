'use client';
import { createArrangement } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { use, useRef, useState, type ReactElement } from 'react';
import { useBatch } from '../hooks/use-batch.ts';
import type { Renderers } from '../interaction/renderers.ts';
import { ArrangementContext } from '../internal/arming.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { SubmissionsContext } from '../internal/card/use-submission.ts';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { BatchContext } from './batch-context.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useReview } from './use-review.ts';

/** Props of `Root`: the requests of one message, and the handler of their answers. */
export interface BatchProps {
  /** The pending requests of one message. Requests that are no longer pending stay as receipts. */
  requests: readonly InteractionRequest[];
  /** Handler of each answer. Default: the provider's client. */
  onRespond?: OnRespond | undefined;
  /** Custom cards by type, before those of the provider. */
  renderers?: Renderers | undefined;
}

/** A section’s props, and the requests. */
export type RootProps = Omit<PartProps<'section'>, keyof BatchProps> & BatchProps;

/**
 * Groups the requests of one message. `data-state`: `pending` while any is open, `submitting`,
 * `settled` once all are decided. A single request is not a group: `data-single`.
 */
export function Root(props: RootProps): ReactElement {
  const { requests, onRespond, renderers, ref: theirs, ...rest } = props;
  const messages = usePanelWords();
  const [own] = useState(createArrangement);
  const arrangement = use(ArrangementContext) ?? own;
  const batch = useBatch(requests, onRespond);
  const review = useReview(batch);
  const root = useRef<HTMLElement>(null);
  const ref = useMergedRef(root, theirs);
  useKeptFocus(root, review.open);
  const single = batch.items.length === 1;
  return (
    <ArrangementContext value={arrangement}>
      <BatchContext value={{ ...batch, ...review, renderers }}>
        <SubmissionsContext value={batch.item}>
          {renderPart('section', 'batch-root', {
            ...(single
              ? { 'data-single': true }
              : { role: 'group', tabIndex: -1, 'aria-label': messages.batch }),
            'data-state': batch.state,
            ...rest,
            ref,
          })}
        </SubmissionsContext>
      </BatchContext>
    </ArrangementContext>
  );
}
