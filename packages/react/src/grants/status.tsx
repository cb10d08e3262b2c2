'use client';
import { describeProblem } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useGrantsContext } from './grants-context.ts';

const words = { ...common, ...panels };

/** Status text while there is no rule to show. Renders nothing otherwise. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { state, error } = useGrantsContext('Status');
  const messages = useMessages(words);
  if (error !== null && error !== undefined) {
    return renderPart('p', 'grants-problem', {
      role: 'alert',
      children: state === 'failed' ? messages.loadFailed : describeProblem(error, messages),
      ...props,
    });
  }
  if (state === 'ready') return null;
  return renderPart('p', 'grants-status', {
    children: state === 'empty' ? messages.noGrants : messages.loading,
    ...props,
  });
}
