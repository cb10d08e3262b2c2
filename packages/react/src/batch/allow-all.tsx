'use client';
import type { ReactNode } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useBatchContext } from './batch-context.ts';

/**
 * Allows, this once, every call that is pending when it is pressed, except those listed by
 * `LeftOut`. Later calls are not affected. Renders nothing if fewer than two could be allowed.
 */
export function AllowAll({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { allowable, allowAll, submitting } = useBatchContext('AllowAll');
  const messages = usePanelWords();
  if (allowable.length < 2) return null;
  return renderPart('button', 'batch-allow-all', {
    type: 'button',
    'data-variant': 'secondary',
    disabled: disabled === true || submitting,
    children: messages.allowAll(allowable.length),
    ...props,
    onClick: composed(onClick, (event) => void allowAll(event)),
  });
}
