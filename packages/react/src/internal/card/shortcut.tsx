'use client';
import { use, type ReactNode } from 'react';
import { CompactContext } from '../compact.ts';

/**
 * The key that presses a button in a row of several calls while the row itself has the focus. The
 * stylesheet shows it, so that it is not part of any name or text. Renders nothing elsewhere.
 */
export function Shortcut({ of }: { of: string }): ReactNode {
  if (!use(CompactContext)) return null;
  return <kbd data-hitl-part="shortcut" data-key={of} aria-hidden="true" />;
}
