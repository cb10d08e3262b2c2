'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';
import { withNote } from './with-note.tsx';

/** What the agent adds to its question. Renders nothing for calls: their arguments say it all. */
export function Description(props: PartProps<'p'>): ReactNode {
  const { request, descriptionId } = useCardContext('Description');
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
