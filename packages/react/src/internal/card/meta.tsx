'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../part.tsx';
import { Countdown } from './countdown.tsx';
import { Risk } from './risk.tsx';

/** How risky it is and how long there is, side by side. */
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
