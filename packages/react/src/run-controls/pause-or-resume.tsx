'use client';
import type { ReactNode } from 'react';
import { Icon } from '../internal/icons.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useControls } from './run-controls-context.ts';

/** Pauses or resumes the run. Renders nothing once it has ended. */
export function PauseOrResume({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { status, live, busy, control } = useControls('PauseOrResume');
  const messages = usePanelWords();
  if (!live) return null;
  const paused = status === 'paused';
  return renderPart('button', 'run-pause', {
    type: 'button',
    'data-variant': 'quiet',
    disabled,
    // Not `disabled`, which would drop the focus to the page.
    'aria-disabled': busy !== null || undefined,
    children: (
      <>
        <Icon name={paused ? 'play' : 'pause'} />
        {paused ? messages.resumeRun : messages.pauseRun}
      </>
    ),
    ...props,
    onClick: composed(onClick, (event) => control(paused ? 'resume_run' : 'pause_run', event)),
  });
}
