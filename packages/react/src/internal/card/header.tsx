'use client';
import { renderPart, type Part } from '../part.tsx';

/** The line above the title: who asks, how risky it is, how long there is. */
export const Header: Part<'div'> = (props) => renderPart('div', 'header', props);
