'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useFormat } from '../messages/use-format.ts';
import { useToolCall } from './call-context.ts';

/** Shorter durations are not worth showing. */
const LEAST_SECONDS = 0.1;

/** How long the tool ran, without waiting for a person. Renders nothing for very short durations. */
export function Duration(props: PartProps<'span'>): ReactNode {
  const { duration } = useToolCall('Duration');
  const { elapsed } = useFormat();
  if (duration === undefined || duration < LEAST_SECONDS) return null;
  return renderPart('span', 'tool-call-duration', { children: elapsed(duration), ...props });
}
