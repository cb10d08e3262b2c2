import { explanationOf } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { VisibleText } from './visible-text.tsx';

/** A question, or a part of one. */
type Explained = Parameters<typeof explanationOf>[0];

/** Whether a question, or a part of one, has more text than its title. */
export function isExplained(part: Explained): boolean {
  return explanationOf(part).length > 0;
}

/** That text as one string, a line below the other. */
export function explanationText(part: Explained): string {
  return explanationOf(part).join('\n');
}

/** The text of a question, or of a part, besides its title; on a card and in a form. */
export function Explanation({ of: part }: { of: Explained }): ReactElement {
  return <VisibleText text={explanationText(part)} mode="prose" />;
}
