'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../part.tsx';
import { Explanation, explanationText, isExplained } from '../explanation.tsx';
import { useCardContext } from './card-context.ts';
import { withNote } from './with-note.tsx';

/**
 * The agent's description of its question. Renders nothing for calls, whose arguments are shown in
 * full.
 */
export function Description(props: PartProps<'p'>): ReactNode {
  const { request, descriptionId } = useCardContext('Description');
  if (!isExplained(request) || request.purpose === 'authorization') return null;
  return withNote(
    explanationText(request),
    renderPart('p', 'description', {
      id: descriptionId,
      children: <Explanation of={request} />,
      ...props,
    }),
  );
}
