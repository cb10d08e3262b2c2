'use client';
import { useCardContext } from './card-context.ts';
import { renderPart, type Part } from '../part.tsx';

/**
 * The row of buttons; the last one is the main one. Renders nothing while nobody knows whether an answer
 * arrived: `Problem` is at its place then, with what can be done.
 */
export const Actions: Part<'div'> = (props) =>
  useCardContext('Actions').state === 'unknown' ? null : renderPart('div', 'actions', props);
