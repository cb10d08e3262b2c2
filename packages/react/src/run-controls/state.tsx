'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useControls } from './run-controls-context.ts';

/** The state of the run, in words. */
export function State(props: PartProps<'span'>): ReactElement {
  const { status } = useControls('State');
  const messages = usePanelWords();
  return renderPart('span', 'run-state', {
    role: 'status',
    'data-state': status,
    children: messages.runStates[status],
    ...props,
  });
}
