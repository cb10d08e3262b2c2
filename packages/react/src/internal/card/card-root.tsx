'use client';
import { isOpen } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import {
  cloneElement,
  isValidElement,
  useCallback,
  useId,
  useRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { attention } from '../../messages/en/attention.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { mergedRef } from '../slot.tsx';
import { warnIncomplete } from '../warn-incomplete.ts';
import { CardContext, type Card } from './card-context.ts';
import { useCardState, type CardOptions } from './use-card-state.ts';
import { useCardEffects } from './use-card-effects.ts';

/** What every card takes: the request, and who takes its answer. */
export interface CardProps<R extends InteractionRequest = InteractionRequest> extends CardOptions {
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
  children,
  ...props
}: RootProps<R>): ReactElement {
  warnIncomplete(given);
  const root = useRef<HTMLElement>(null);
  const ref = useCallback((node: HTMLDivElement | null) => mergedRef(root, theirs)(node), [theirs]);
  const titleId = useId();
  const answering = useCardState(given, { onRespond, settlement, armingDelayMs });
  const card: Card = { ...answering, titleId, descriptionId: `${titleId}-description` };
  const { request, subject, state, elsewhere, changed } = card;
  useCardEffects({
    requestId: request.id,
    subject,
    state,
    elsewhere,
    changed,
    armingDelayMs,
    root,
  });
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
    children: withLast(
      children,
      props.asChild === true,
      changed !== undefined && isOpen(state) && <Changed />,
    ),
    ref,
  });
  return <CardContext value={card}>{element}</CardContext>;
}

/** Says that what would run is not what was shown at first. */
function Changed(): ReactElement {
  const { argsChanged } = useMessages(attention);
  return <p data-hitl-part="changed">{argsChanged}</p>;
}

/**
 * The children of a card and something after them, where it moves nothing that can be pressed. With
 * `asChild` they are those of the only child.
 */
function withLast(children: ReactNode, asChild: boolean, last: ReactNode): ReactNode {
  if (!asChild || !isValidElement<{ children?: ReactNode }>(children)) {
    return (
      <>
        {children}
        {last}
      </>
    );
  }
  return cloneElement(children, undefined, children.props.children, last);
}
