'use client';
import type { ReactElement, ReactNode } from 'react';
import { UrlNote } from '../../args/url-note.tsx';
import { card } from '../../messages/en/card.ts';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCard } from './card-context.ts';

/** A text of the agent, and below it where its addresses lead if that is not what one reads. */
function withNote(text: string, element: ReactElement): ReactElement {
  return (
    <>
      {element}
      <UrlNote text={text} />
    </>
  );
}

/** What is asked. For a call: whether its tool may run. */
export function Title(props: PartProps<'h3'>): ReactElement {
  const { request, titleId } = useCard('Title');
  const messages = useMessages(card);
  const text =
    request.purpose === 'authorization'
      ? messages.authorizationTitle(request.tool_name)
      : request.title;
  return withNote(
    text,
    renderPart('h3', 'title', {
      id: titleId,
      children: <VisibleText text={text} mode="prose" />,
      ...props,
    }),
  );
}

/** What the agent adds to its question. Renders nothing for calls: their arguments say it all. */
export function Description(props: PartProps<'p'>): ReactNode {
  const { request, descriptionId } = useCard('Description');
  if (request.description === undefined || request.purpose === 'authorization') return null;
  return withNote(
    request.description,
    renderPart('p', 'description', {
      id: descriptionId,
      children: <VisibleText text={request.description} mode="prose" />,
      ...props,
    }),
  );
}

/** Why a person is asked. Renders nothing where the server gives no reason. */
export function Reason(props: PartProps<'p'>): ReactNode {
  const { request } = useCard('Reason');
  const messages = useMessages(details);
  if (request.reason === undefined) return null;
  return renderPart('p', 'reason', {
    children: (
      <>
        <span data-hitl-part="reason-label">{messages.why}</span>{' '}
        <VisibleText text={request.reason} mode="prose" />
      </>
    ),
    ...props,
  });
}
