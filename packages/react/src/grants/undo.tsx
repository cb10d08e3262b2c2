'use client';
import { useEffect, useRef, type ReactElement } from 'react';
import { useMergedRef } from '../internal/merged-ref.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useLatest } from '../internal/use-latest.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useGrantsContext, useRule } from './grants-context.ts';
import { useKeyboard } from './use-keyboard.ts';

/** How long a revoked rule can be restored; longer while it has the focus or pointer. */
const UNDO_MS = 20_000;

/**
 * Saves a revoked rule again. The rule disappears after 20 seconds, unless it has the focus or
 * pointer.
 */
export function Undo({
  ref: theirs,
  onClick,
  disabled: given = false,
  ...props
}: PartProps<'button'>): ReactElement {
  const rule = useRule('Undo');
  const { restore, forget, busy } = useGrantsContext('Undo');
  const messages = usePanelWords();
  const disabled = given || busy.has(rule.id);
  const { ref, pressed } = useKeyboard(rule, disabled, theirs);
  const button = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(button, ref);
  const leave = useLatest(forget);
  useEffect(() => {
    if (disabled) return undefined;
    const timer = setInterval(() => {
      const row = button.current?.closest('[data-hitl-part="grant"]');
      if (!row || row.matches(':hover, :has(:focus-visible)')) return;
      // The focused element disappears; the next Tab continues from the panel.
      if (row.contains(row.ownerDocument.activeElement))
        row.closest<HTMLElement>('[data-hitl-part="grants-root"]')?.focus({ preventScroll: true });
      leave.current(rule);
    }, UNDO_MS);
    return () => clearInterval(timer);
  }, [disabled, rule, leave]);
  return renderPart('button', 'grant-undo', {
    type: 'button',
    'data-variant': 'quiet',
    disabled,
    children: messages.undo,
    ...props,
    ref: merged,
    onClick: composed(onClick, () => {
      pressed();
      void restore(rule);
    }),
  });
}
