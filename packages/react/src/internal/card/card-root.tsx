import { isOpen } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { cloneElement, isValidElement, use, useId, type ReactElement, type ReactNode } from 'react';
import { useCard, type UseCardResult } from '../../hooks/use-card.ts';
import { attention } from '../../messages/en/attention.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useMergedRef } from '../merged-ref.ts';
import { composed, renderPart, type PartProps } from '../part.tsx';
import { warnIncomplete } from '../warn-incomplete.ts';
import { CardContext, LineIdContext } from './card-context.ts';
import type { RootProps } from './card-props.ts';
import { letterOf, pressByLetter } from './press-by-letter.ts';

/**
 * Groups the parts of one request. `data-state`: `pending`, `paused`, `submitting`, `failed`,
 * `unknown`, `settled`, `expired`, `cancelled`, `superseded`; `data-outcome` once it has ended;
 * `data-risk`, `data-purpose` and `data-type` as in the request; `data-changed` if its arguments
 * have changed since the card was first shown; `data-ignored` for a while after a press was ignored
 * because the card had just appeared, changed or moved.
 */
export function CardRoot<R extends InteractionRequest>(props: RootProps<R>): ReactElement {
  const { request, onRespond, settlement, armingDelayMs, ...rest } = props;
  warnIncomplete(request);
  return (
    <CardElement card={useCard(request, { onRespond, settlement, armingDelayMs })} {...rest} />
  );
}

/** The element of a card with a known state. While it has the focus itself, letters answer it. */
export function CardElement({
  card,
  ref: theirs,
  children,
  onKeyDown,
  ...props
}: PartProps<'div'> & { card: UseCardResult }): ReactElement {
  const { request, state, changed, ignored, cardProps } = card;
  const ref = useMergedRef(cardProps.ref, theirs);
  const own = useId();
  const lineId = use(LineIdContext);
  const titleId = lineId ?? own;
  const open = isOpen(state);
  const notes = (
    <>
      {changed !== undefined && open && <Note name="changed" />}
      {ignored && <Note name="ignored" />}
    </>
  );
  const element = renderPart('div', `${request.type}-root`, {
    ...cardProps,
    'data-state': state,
    'data-type': request.type,
    'data-purpose': request.purpose,
    'data-risk': request.risk_level,
    'data-outcome': card.outcome,
    'data-elsewhere': card.elsewhere || undefined,
    'data-changed': changed !== undefined || undefined,
    'data-ignored': ignored || undefined,
    ...props,
    onKeyDown: composed(onKeyDown, (event) => {
      const { target, currentTarget } = event;
      const letter = letterOf(event);
      // In a batch its rows handle the letters.
      if (letter === undefined || target !== currentTarget || lineId !== undefined) return;
      pressByLetter(currentTarget, letter, event);
    }),
    children: withLast(children, props.asChild === true, notes),
    ref,
  });
  return (
    <CardContext value={{ ...card, titleId, descriptionId: `${titleId}-description` }}>
      {element}
    </CardContext>
  );
}

/** Says that the arguments have changed, or that a press was ignored. */
function Note({ name }: { name: 'changed' | 'ignored' }): ReactElement {
  const { argsChanged, pressIgnored } = useMessages(attention);
  return <p data-hitl-part={name}>{name === 'changed' ? argsChanged : pressIgnored}</p>;
}

/**
 * Children of a card followed by an element that must not move anything that can be pressed. With
 * `asChild` they are the children of the only child.
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
