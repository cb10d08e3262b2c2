'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { AlwaysDeny } from './always-deny.tsx';
import { Answers } from './answers.tsx';
import { Args } from './args.tsx';
import { Links } from './links.tsx';
import { Note } from './note.tsx';
import { Output } from './output.tsx';
import { Rules } from './rules.tsx';

/**
 * The content of an opened row: reason, answers, arguments or their changes, rules, output, a rule
 * to deny similar calls, and links.
 */
export function Details(props: PartProps<'div'>): ReactElement {
  return renderPart('div', 'tool-call-details', {
    children: (
      <>
        <Note />
        <Answers />
        <Args />
        <Rules />
        <AlwaysDeny />
        <Output />
        <Links />
      </>
    ),
    ...props,
  });
}
