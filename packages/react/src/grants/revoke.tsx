'use client';
import type { ReactElement } from 'react';
import { useArming } from '../internal/arming.ts';
import { useIgnoredPress } from '../internal/card/use-ignored-press.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useGrantsContext, useRule } from './grants-context.ts';
import { useKeyboard } from './use-keyboard.ts';

/**
 * Revokes the rule; from the next call on a person is asked again. `data-ignored` for a while after
 * a press that was not counted, because the rule had just moved under the pointer.
 */
export function Revoke({
  ref: theirs,
  onClick,
  disabled: given = false,
  ...props
}: PartProps<'button'>): ReactElement {
  const rule = useRule('Revoke');
  const { revoke, busy } = useGrantsContext('Revoke');
  const messages = usePanelWords();
  const disabled = given || busy.has(rule.id);
  const { ref, pressed } = useKeyboard(rule, disabled, theirs);
  const armed = useArming(rule.id, useSettings().armingDelayMs);
  const [ignored, ignore] = useIgnoredPress(rule.id);
  return renderPart('button', 'grant-revoke', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-label': messages.revokeRule(rule.pattern),
    'data-ignored': ignored || undefined,
    'aria-busy': busy.has(rule.id) || undefined,
    disabled,
    children: messages.revoke,
    ...props,
    ref,
    onClick: composed(onClick, (event) => {
      // The rule may have moved under the pointer when another one came or left.
      if (!armed(event)) return ignore();
      pressed();
      void revoke(rule);
    }),
  });
}
