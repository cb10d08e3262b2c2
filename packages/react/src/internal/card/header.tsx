'use client';
import { renderPart, type Part } from '../part.tsx';

/** The line above the title: who asks, the risk, the remaining time. */
export const Header: Part<'div'> = (props) => renderPart('div', 'header', props);
