import type { InteractionPart } from '@hitl/protocol';
import { explanationOf } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { VisibleText } from './visible-text.tsx';

type Explained = Pick<InteractionPart, 'description'>;

/** Whether a question, or a part of one, has more text than its title. */
export function isExplained(part: Explained): boolean {
  return explanationOf(part).length > 0;
}

/** That text as one string. */
export function explanationText(part: Explained): string {
  return explanationOf(part).join('\n');
}

/** The text of a question, or of a part, besides its title; on a card and in a form. */
export function Explanation({ of: part }: { of: Explained }): ReactNode {
  return explanationOf(part).map((line) => <VisibleText key={line} text={line} mode="prose" />);
}
