'use client';
import { renderPart, type Part } from '../part.tsx';

/** The row of buttons; the last one is the main one. */
export const Actions: Part<'div'> = (props) => renderPart('div', 'actions', props);
