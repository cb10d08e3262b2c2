'use client';
import type { ReactElement, ReactNode } from 'react';
import { card as words } from '../../messages/en/card.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { renderPart, type Part, type PartProps } from '../part.tsx';
import { VisibleText, visibleString } from '../visible-text.tsx';
import { useCard } from './card-context.ts';

/** The line above the title: who asks, how risky it is, how long there is. */
export const Header: Part<'div'> = (props) => renderPart('div', 'header', props);

/** The row of buttons; the last one is the main one. */
export const Actions: Part<'div'> = (props) => renderPart('div', 'actions', props);

/** What is asked. For a call: whether its tool may run. */
export function Title(props: PartProps<'h3'>): ReactElement {
  const { request, titleId } = useCard('Title');
  const messages = useMessages(words);
  const text =
    request.purpose === 'authorization'
      ? messages.authorizationTitle(request.tool_name)
      : request.title;
  return renderPart('h3', 'title', {
    id: titleId,
    children: <VisibleText text={text} mode="prose" />,
    ...props,
  });
}

/** What went wrong, in the words of the error, for as long as nothing better is loaded. */
export function PlainProblem(): ReactNode {
  const { state, error } = useCard('Problem');
  const messages = useMessages(words);
  if (state !== 'failed') return null;
  const text = error instanceof Error ? visibleString(error.message) : '';
  return <div role="alert">{messages.answerFailedWith(text)}</div>;
}
