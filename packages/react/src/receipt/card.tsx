'use client';
import type { ReactElement } from 'react';
import { Args } from './args.tsx';
import { Copy } from './copy.tsx';
import { Digest } from './digest.tsx';
import { Meta } from './meta.tsx';
import { Outcome } from './outcome.tsx';
import { Root, type RootProps } from './root.tsx';

/**
 * The receipt of one decision, from the given details: who decided what and when, what was shown and
 * what is remembered. Can be copied as text.
 */
export function Card(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <Outcome />
      <Args />
      <Meta />
      <Digest />
      <Copy />
    </Root>
  );
}
