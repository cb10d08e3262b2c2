'use client';
import { useCardContext } from './card-context.ts';
import { renderPart, type Part } from '../part.tsx';

/**
 * The row of buttons; the last one is the primary one. Renders nothing while the outcome of an
 * answer is unknown: `Problem` is shown instead, with the possible actions.
 */
export const Actions: Part<'div'> = (props) =>
  useCardContext('Actions').state === 'unknown' ? null : renderPart('div', 'actions', props);
