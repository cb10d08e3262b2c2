import type { ReactElement } from 'react';

/**
 * The letter that presses a button while the card itself, or its row, has the focus. The stylesheet
 * shows it, so that it is not part of any name or text.
 */
export function Shortcut({ of }: { of: string }): ReactElement {
  return <kbd data-hitl-part="shortcut" data-key={of} aria-hidden="true" />;
}
