'use client';
import type { ControlAction, Run } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useRunControls } from '../hooks/use-run-controls.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { panels as words } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { RunContext } from './run-controls-context.ts';

/** Props of a `<div>`, the run, and the handler of its signals. */
export type RootProps = PartProps<'div'> & {
  run: Pick<Run, 'id' | 'status'>;
  /** Handler of a signal. Default: the provider's client. */
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
