'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { whyNotChanged } from '../internal/why-not-changed.ts';
import { useControls } from './run-controls-context.ts';

/** Why the last signal failed. Renders nothing otherwise. */
export function Problem(props: PartProps<'span'>): ReactNode {
  const { error } = useControls('Problem');
  const messages = usePanelWords();
  if (error === null) return null;
  return renderPart('span', 'run-problem', {
    role: 'alert',
    children: whyNotChanged(error, messages),
    ...props,
  });
}
