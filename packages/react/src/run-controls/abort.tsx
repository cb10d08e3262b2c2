'use client';
import type { ReactNode } from 'react';
import { Icon } from '../internal/icons.tsx';
import { keepFocus } from '../internal/keep-focus.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSecondPress } from '../internal/use-second-press.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useControls } from './run-controls-context.ts';

/** Stops the run after a confirmation. Renders nothing once it has ended. */
export function Abort({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { live, busy, control } = useControls('Abort');
  const messages = usePanelWords();
  const { asked, press, forget } = useSecondPress();
  if (!live) return null;
  return renderPart('button', 'run-abort', {
    type: 'button',
    'data-variant': 'quiet',
    'data-armed': asked || undefined,
    disabled,
    // Not `disabled`, which would drop the focus to the page.
    'aria-disabled': busy !== null || undefined,
    children: (
      <>
        <Icon name="stop" />
        {asked ? messages.abortRunSure : messages.abortRun}
      </>
    ),
    ...props,
    onMouseDown: composed(props.onMouseDown, keepFocus),
    onBlur: composed(props.onBlur, forget),
    onClick: composed(onClick, (event) => {
      // Safari does not focus a clicked button, and without focus there is no blur.
      event.currentTarget.focus();
      if (press(event)) control('abort_run', event);
    }),
  });
}
