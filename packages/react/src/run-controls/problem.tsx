'use client';
import { describeProblem } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { common as words } from '../messages/en/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useControls } from './run-controls-context.ts';

/** Why the last signal failed. Renders nothing otherwise. */
export function Problem(props: PartProps<'span'>): ReactNode {
  const { error } = useControls('Problem');
  const messages = useMessages(words);
  if (error === null) return null;
  return renderPart('span', 'run-problem', {
    role: 'alert',
    children: describeProblem(error, messages),
    ...props,
  });
}
