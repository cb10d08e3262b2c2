'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useBatchContext } from './batch-context.ts';

/** The number of open decisions, as text and as a bar. */
export function Progress(props: PartProps<'div'>): ReactElement {
  const { settled, items } = useBatchContext('Progress');
  const messages = usePanelWords();
  const text = messages.batchProgress(settled, items.length);
  return renderPart('div', 'batch-progress', {
    children: (
      <>
        <span role="status">{text}</span>
        <progress value={settled} max={items.length} aria-label={text} />
      </>
    ),
    ...props,
  });
}
