'use client';
import { diffLines } from 'diff';
import type { ReactElement } from 'react';
import { DiffLines } from './diff-lines.tsx';

export interface LineDiffProps {
  before: string;
  after: string;
}

/** Two texts line by line: what goes, what comes, and what stays around it. */
export function LineDiff({ before, after }: LineDiffProps): ReactElement {
  const lines = diffLines(before, after).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ text, kind: added ? 'added' : removed ? 'removed' : 'same' }) as const),
  );
  return <DiffLines lines={lines} />;
}
