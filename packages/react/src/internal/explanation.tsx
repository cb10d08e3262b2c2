'use client';
import type { InteractionPart } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { VisibleText } from './visible-text.tsx';

type Explained = Pick<InteractionPart, 'description'>;

/** Whether a question, or a part of one, says more than its title. */
export function isExplained({ description }: Explained): boolean {
  return description !== undefined;
}

/** All of it as one text. */
export function explanationText({ description = '' }: Explained): string {
  return description;
}

/** What a question, or a part of one, says besides its title: on its card and in a form alike. */
export function Explanation({ of: { description } }: { of: Explained }): ReactNode {
  return description !== undefined && <VisibleText text={description} mode="prose" />;
}
