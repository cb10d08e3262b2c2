import type { ReactElement } from 'react';
import { useArgsWords } from '../messages/args-words.ts';

/** Placeholder of a hidden value, labelled for screen readers. */
export function Masked(): ReactElement {
  const messages = useArgsWords();
  return (
    <span data-hitl-part="secret">
      <span aria-hidden="true">••••••</span>
      <span data-hitl-part="unseen">{messages.secret}</span>
    </span>
  );
}
