'use client';
import type { ReactNode } from 'react';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';

/** What the server says of a call for which it has no reason of its own: nothing that a person needs. */
const NO_REASON = 'Tool requires user consent';

/** Why a person is asked. Renders nothing where the server gives no reason, or none that says anything. */
export function Reason(props: PartProps<'p'>): ReactNode {
  const { request } = useCardContext('Reason');
  const messages = useMessages(details);
  if (request.reason === undefined || request.reason === NO_REASON) return null;
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
