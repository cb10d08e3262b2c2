'use client';
import { describeProblem } from '@hitl/client/view';
import type { ControlAction, Run } from '@hitl/protocol';
import { createContext, use, useState, type ReactElement, type ReactNode } from 'react';
import { useRunControls, type UseRunControlsResult } from '../hooks/use-run-controls.ts';
import { useArming } from '../internal/arming.ts';
import { Icon } from '../internal/icons.tsx';
import { keepFocus } from '../internal/keep-focus.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...common, ...panels };

const RunContext = createContext<UseRunControlsResult | null>(null);

function useControls(part: string): UseRunControlsResult {
  const value = use(RunContext);
  if (value === null)
    throw new Error(`Place RunControls.${part} inside <RunControls.Root run={…}>.`);
  return value;
}

export type RootProps = PartProps<'div'> & {
  run: Pick<Run, 'id' | 'status'>;
  /** Takes the signal; left out, it goes through the provider's client. */
  onControl?: ((action: ControlAction) => void | Promise<void>) | undefined;
};

/** Groups the controls of one run. `data-state`: the run's status. */
export function Root({ run, onControl, ...props }: RootProps): ReactElement {
  const messages = useMessages(words);
  return (
    <RunContext value={useRunControls(run, onControl)}>
      {renderPart('div', 'run-controls', {
        role: 'group',
        'aria-label': messages.runControls,
        'data-state': run.status,
        ...props,
      })}
    </RunContext>
  );
}

/** What the run is doing, in words. */
export function State(props: PartProps<'span'>): ReactElement {
  const { status } = useControls('State');
  const messages = useMessages(words);
  return renderPart('span', 'run-state', {
    role: 'status',
    'data-state': status,
    children: messages.runStates[status],
    ...props,
  });
}

/** Pauses the run, or lets it go on. Renders nothing once it has ended. */
export function PauseOrResume({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { status, live, busy, control } = useControls('PauseOrResume');
  const messages = useMessages(words);
  if (!live) return null;
  const paused = status === 'paused';
  return renderPart('button', 'run-pause', {
    type: 'button',
    'data-variant': 'quiet',
    disabled: disabled === true || busy !== null,
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

/** Stops the run for good, after asking once more. Renders nothing once it has ended. */
export function Abort({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const { live, busy, control } = useControls('Abort');
  const messages = useMessages(words);
  const { armingDelayMs } = useSettings();
  const [asked, setAsked] = useState(false);
  const armed = useArming(String(asked), armingDelayMs);
  if (!live) return null;
  return renderPart('button', 'run-abort', {
    type: 'button',
    'data-variant': 'quiet',
    'data-armed': asked || undefined,
    disabled: disabled === true || busy !== null,
    children: (
      <>
        <Icon name="stop" />
        {asked ? messages.abortRunSure : messages.abortRun}
      </>
    ),
    ...props,
    onMouseDown: composed(props.onMouseDown, keepFocus),
    onBlur: composed(props.onBlur, () => setAsked(false)),
    onClick: composed(onClick, (event) => {
      // Safari gives no focus to a button that is clicked, and who has none does not leave it.
      event.currentTarget.focus();
      // The second half of a double press is no second thought.
      if (!armed(event)) return;
      setAsked(!asked);
      if (asked) control('abort_run', event);
    }),
  });
}

/** Why the last signal was not taken. Renders nothing while all is well. */
export function Problem(props: PartProps<'span'>): ReactNode {
  const { error } = useControls('Problem');
  const messages = useMessages(words);
  if (error === null) return null;
  return renderPart('span', 'run-problem', {
    role: 'alert',
    children: describeProblem(error, messages),
    ...props,
  });
}

/** All controls of one run, ready to place. */
export function Bar(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <State />
      <PauseOrResume />
      <Abort />
      <Problem />
    </Root>
  );
}
