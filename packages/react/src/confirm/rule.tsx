'use client';
import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';

/** A rule, letter by letter. */
export function Rule({ text }: { text: string }): ReactElement {
  return (
    <code data-hitl-part="rule">
      <VisibleText text={text} />
    </code>
  );
}
