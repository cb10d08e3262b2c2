'use client';
import type { InteractionRequest } from '@hitl/protocol';
import { use, useState, type ReactElement, type ReactNode } from 'react';
import { useBatch } from '../hooks/use-batch.ts';
import { Interaction } from '../interaction/index.ts';
import type { Renderers } from '../interaction/renderers.ts';
import { ArrangementContext, createArrangement } from '../internal/arming.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { SubmissionsContext } from '../internal/card/use-submission.ts';
import { CompactContext } from '../internal/compact.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { LONG, useGrowing } from '../internal/use-growing.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { BatchContext, isDeniable, useBatchContext } from './batch-context.ts';
import { AddNote, Note } from './note.tsx';
import { reviewByKeyboard } from './review-by-keyboard.ts';

export { AddNote, Note } from './note.tsx';

/** The requests of one message, and who takes their answers. */
export interface BatchProps {
  /** What waits now, all of one message. Requests seen before stay as receipts when they are gone. */
  requests: readonly InteractionRequest[];
  /** Takes each answer; left out, they go through the provider's client. */
  onRespond?: OnRespond | undefined;
  renderers?: Renderers | undefined;
}

/** A section’s props, and the requests. */
export type RootProps = Omit<PartProps<'section'>, keyof BatchProps> & BatchProps;

/**
 * Groups the requests of one message. `data-state`: `pending` while any waits, `submitting`,
 * `settled` once all are decided.
 */
export function Root(props: RootProps): ReactElement {
  const { requests, onRespond, renderers, ...rest } = props;
  const messages = useMessages(panels);
  const [own] = useState(createArrangement);
  const arrangement = use(ArrangementContext) ?? own;
  const batch = useBatch(requests, onRespond);
  return (
    <ArrangementContext value={arrangement}>
      <BatchContext value={{ ...batch, renderers }}>
        <SubmissionsContext value={batch.item}>
          {renderPart('section', 'batch-root', {
            role: 'group',
            'aria-label': messages.batch,
            'data-state': batch.state,
            ...rest,
          })}
        </SubmissionsContext>
      </BatchContext>
    </ArrangementContext>
  );
}

/** How many are decided, in words and as a bar. */
export function Progress(props: PartProps<'div'>): ReactElement {
  const { settled, items } = useBatchContext('Progress');
  const messages = useMessages(panels);
  return renderPart('div', 'batch-progress', {
    children: (
      <>
        <span role="status">{messages.batchProgress(settled, items.length)}</span>
        <progress
          value={settled}
          max={items.length}
          aria-label={messages.batchProgress(settled, items.length)}
        />
      </>
    ),
    ...props,
  });
}

/**
 * One row for each request, in call order; settled ones stay as receipts. Up and down move between the
 * rows; on a row that has the focus itself, A allows, D denies and E edits. High risk wants its button.
 * `data-long` where there are so many that those off the screen need not be laid out.
 */
export function Rows({ onKeyDown, ...props }: PartProps<'ol'>): ReactElement {
  const { items, renderers } = useBatchContext('Rows');
  const count = useGrowing(items.length);
  return renderPart('ol', 'batch-rows', {
    children: (
      <CompactContext value>
        {items.slice(0, count).map(({ request }) => (
          <li key={request.id} data-hitl-part="batch-row">
            <Interaction.Auto request={request} renderers={renderers} />
          </li>
        ))}
      </CompactContext>
    ),
    'data-long': items.length > LONG || undefined,
    ...props,
    onKeyDown: composed(onKeyDown, reviewByKeyboard),
  });
}

/**
 * Allows every call that waits when it is pressed, but for those of high risk, too long to be seen at
 * a glance or being edited. Nothing that arrives later is touched. Renders nothing while fewer than
 * two could be allowed.
 */
export function AllowAll({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { allowable, allowAll, submitting } = useBatchContext('AllowAll');
  const messages = useMessages(panels);
  if (allowable.length < 2) return null;
  return renderPart('button', 'batch-allow-all', {
    type: 'button',
    'data-variant': 'secondary',
    disabled: disabled === true || submitting,
    children: messages.allowAll(allowable.length),
    ...props,
    onClick: composed(onClick, (event) => void allowAll(event)),
  });
}

/**
 * Refuses everything that waits when it is pressed, with the reason that `Note` takes. Renders nothing
 * while fewer than two wait.
 */
export function DenyAll({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const batch = useBatchContext('DenyAll');
  const messages = useMessages(panels);
  if (!isDeniable(batch)) return null;
  return renderPart('button', 'batch-deny-all', {
    type: 'button',
    'data-variant': 'secondary',
    disabled: disabled === true || batch.submitting,
    children: messages.denyAll(batch.deniable.length),
    ...props,
    onClick: composed(onClick, (event) => void batch.denyAll(event)),
  });
}

/** Says how many calls "allow all" leaves out. Renders nothing where it leaves out none. */
export function Left(props: PartProps<'p'>): ReactNode {
  const { left, allowable } = useBatchContext('Left');
  const messages = useMessages(panels);
  if (left === 0 || allowable.length < 2) return null;
  return renderPart('p', 'batch-left', { children: messages.oneByOne(left), ...props });
}

/** A whole panel, ready to place: progress, one row for each request, and the answers to all. */
export function Panel(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <div data-hitl-part="batch-header">
        <Progress />
        <AddNote />
        <div data-hitl-part="batch-all">
          <DenyAll />
          <AllowAll />
        </div>
        <Left />
        <Note />
      </div>
      <Rows />
    </Root>
  );
}
