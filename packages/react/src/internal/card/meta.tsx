'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../part.tsx';
import { Countdown } from './countdown.tsx';
import { Risk } from './risk.tsx';

/** The risk and the remaining time, in one row. */
export function Meta(props: PartProps<'span'>): ReactElement {
  return renderPart('span', 'meta', {
    children: (
      <>
        <Risk />
        <Countdown />
      </>
    ),
    ...props,
  });
}
