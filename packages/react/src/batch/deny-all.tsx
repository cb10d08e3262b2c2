'use client';
import type { ReactNode } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { isDeniable, useBatchContext } from './batch-context.ts';

/**
 * Denies every request that is pending when it is pressed, with the reason from `Note`. Renders
 * nothing if fewer than two are pending.
 */
export function DenyAll({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const batch = useBatchContext('DenyAll');
  const messages = usePanelWords();
  if (!isDeniable(batch)) return null;
  const { deniable } = batch;
  const questions = deniable.every(({ purpose }) => purpose === 'question');
  return renderPart('button', 'batch-deny-all', {
    type: 'button',
    'data-variant': 'secondary',
    disabled: disabled === true || batch.submitting,
    children: questions ? messages.declineAll(deniable.length) : messages.denyAll(deniable.length),
    ...props,
    onClick: composed(onClick, (event) => void batch.denyAll(event)),
  });
}
