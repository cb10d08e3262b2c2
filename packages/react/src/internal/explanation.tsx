'use client';
import type { InteractionPart } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { VisibleText } from './visible-text.tsx';

type Explained = Pick<InteractionPart, 'description'>;

/** Whether a question, or a part of one, has more text than its title. */
export function isExplained({ description }: Explained): boolean {
  return description !== undefined;
}

/** That text as one string. */
export function explanationText({ description = '' }: Explained): string {
  return description;
}

/** The text of a question, or of a part, besides its title; on a card and in a form. */
export function Explanation({ of: { description } }: { of: Explained }): ReactNode {
  return description !== undefined && <VisibleText text={description} mode="prose" />;
}
