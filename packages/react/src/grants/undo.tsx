'use client';
import type { ReactElement } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { panels as words } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useGrantsContext, useRule } from './grants-context.ts';
import { useKeyboard } from './use-keyboard.ts';

/** Saves a revoked rule again. */
export function Undo({
  ref: theirs,
  onClick,
  disabled: given = false,
  ...props
}: PartProps<'button'>): ReactElement {
  const rule = useRule('Undo');
  const { restore, busy } = useGrantsContext('Undo');
  const messages = useMessages(words);
  const disabled = given || busy.has(rule.id);
  const { ref, pressed } = useKeyboard(rule, disabled, theirs);
  return renderPart('button', 'grant-undo', {
    type: 'button',
    'data-variant': 'quiet',
    disabled,
    children: messages.undo,
    ...props,
    ref,
    onClick: composed(onClick, () => {
      pressed();
      void restore(rule);
    }),
  });
}
