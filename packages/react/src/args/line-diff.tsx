'use client';
import { changedLines } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { DiffLines } from './diff-lines.tsx';

/** Props of `LineDiff`: the two texts. */
export interface LineDiffProps {
  /** The text whose lines are marked as removed. */
  before: string;
  /** The text whose lines are marked as added. */
  after: string;
}

/** A line diff of two texts with removed, added and surrounding lines. */
export function LineDiff({ before, after }: LineDiffProps): ReactElement {
  return <DiffLines lines={changedLines(before, after)} />;
}
