'use client';
import type { ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';

/** Placeholder of a hidden value, labelled for screen readers. */
export function Masked(): ReactElement {
  const messages = useMessages(args);
  return (
    <span data-hitl-part="secret">
      <span aria-hidden="true">••••••</span>
      <span data-hitl-part="unseen">{messages.secret}</span>
    </span>
  );
}
