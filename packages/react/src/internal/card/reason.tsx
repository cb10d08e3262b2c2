'use client';
import { reasonOf } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';

/** Why a person is asked. Renders nothing if the server gives no reason or only the default one. */
export function Reason(props: PartProps<'p'>): ReactNode {
  const { request } = useCardContext('Reason');
  const messages = useCardWords();
  const reason = reasonOf(request);
  if (reason === undefined) return null;
  return renderPart('p', 'reason', {
    children: (
      <>
        <span data-hitl-part="reason-label">{messages.why}</span>{' '}
        <VisibleText text={reason} mode="prose" />
      </>
    ),
    ...props,
  });
}
