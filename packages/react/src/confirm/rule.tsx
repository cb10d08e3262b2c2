'use client';
import type { ReactElement } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';

/** A rule, character by character. */
export function Rule({ text }: { text: string }): ReactElement {
  return (
    <code data-hitl-part="rule">
      <VisibleText text={text} />
    </code>
  );
}
