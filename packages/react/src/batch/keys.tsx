'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useBatchContext } from './batch-context.ts';

const KEYS = [
  ['↑↓', 'move'],
  ['⏎', 'open'],
  ['A', 'allow'],
  ['D', 'deny'],
  ['E', 'edit'],
] as const;

/** The keys that work on a row, for as long as there is something to decide. */
export function Keys(props: PartProps<'p'>): ReactNode {
  const { state } = useBatchContext('Keys');
  const messages = useMessages(panels);
  if (state === 'settled') return null;
  return renderPart('p', 'batch-keys', {
    children: KEYS.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> {messages.reviewKey[does]}
      </span>
    )),
    ...props,
  });
}
