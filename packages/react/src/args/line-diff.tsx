'use client';
import { diffLines } from 'diff';
import type { ReactElement } from 'react';
import { DiffLines } from './diff-lines.tsx';

export interface LineDiffProps {
  before: string;
  after: string;
}

/** A line diff of two texts with removed, added and surrounding lines. */
export function LineDiff({ before, after }: LineDiffProps): ReactElement {
  const lines = diffLines(before, after).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ text, kind: added ? 'added' : removed ? 'removed' : 'same' }) as const),
  );
  return <DiffLines lines={lines} />;
}
