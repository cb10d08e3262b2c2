'use client';
import type { InteractionRequest } from '@hitl/protocol';
import { useCallback, useId, useRef, type ReactElement } from 'react';
import { later } from '../later.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { mergedRef } from '../slot.tsx';
import { CardContext, type Card } from './card-context.ts';
import { useAnswering, type AnsweringOptions } from './use-answering.ts';

const After = later(async () => (await import('./after.tsx')).After, undefined, true);

/** What every card takes: the request, and who takes its answer. */
export interface CardProps<
  R extends InteractionRequest = InteractionRequest,
> extends AnsweringOptions {
  request: R;
}

/** What `Root` of every card takes: the same, and the props of its element. */
export type RootProps<R extends InteractionRequest> = Omit<PartProps<'div'>, keyof CardProps> &
  CardProps<R>;

/**
 * Groups the parts of one request. `data-state`: `pending`, `paused`, `submitting`, `failed`,
 * `unknown`, `settled`, `expired`, `cancelled`, `superseded`; `data-outcome` once it has ended;
 * `data-risk`, `data-purpose` and `data-type` as in the request; `data-changed` where the arguments are
 * not those any more that it was first shown with; `data-ignored` for a while after a press that was not
 * counted, because the card had just moved under the pointer.
 */
export function CardRoot<R extends InteractionRequest>({
  request: given,
  onRespond,
  settlement,
  armingDelayMs,
  ref: theirs,
  ...props
}: RootProps<R>): ReactElement {
  const root = useRef<HTMLElement>(null);
  const ref = useCallback((node: HTMLDivElement | null) => mergedRef(root, theirs)(node), [theirs]);
  const titleId = useId();
  const answering = useAnswering(given, { onRespond, settlement, armingDelayMs });
  const card: Card = { ...answering, titleId, descriptionId: `${titleId}-description` };
  const { request, subject, state, elsewhere, changed } = card;
  // oxlint-disable-next-line react/refs -- the ref is handed on to the element, not read
  const element = renderPart('div', `${request.type}-root`, {
    role: 'group',
    'aria-label': subject,
    'aria-busy': state === 'submitting' || undefined,
    tabIndex: -1,
    'data-state': state,
    'data-type': request.type,
    'data-request': request.id,
    'data-purpose': request.purpose,
    'data-risk': request.risk_level,
    'data-outcome': card.outcome,
    'data-elsewhere': elsewhere || undefined,
    'data-changed': changed !== undefined || undefined,
    ...props,
    ref,
  });
  return (
    <CardContext value={card}>
      {element}
      <After
        requestId={request.id}
        subject={subject}
        state={state}
        elsewhere={elsewhere}
        changed={changed}
        armingDelayMs={armingDelayMs}
        root={root}
      />
    </CardContext>
  );
}
