'use client';
import type { ControlAction, Run } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useRunControls } from '../hooks/use-run-controls.ts';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useFocusAfterRemoval } from '../internal/use-focus-after-removal.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { RunContext } from './run-controls-context.ts';

/** Props of a `<div>`, the run, and the handler of its signals. */
export type RootProps = PartProps<'div'> & {
  run: Pick<Run, 'id' | 'status'>;
  /** Handler of a signal. Default: the provider's client. */
  onControl?: ((action: ControlAction) => void | Promise<void>) | undefined;
};

/**
 * Groups the controls of one run. `data-state`: the run's status. Once it has ended and the controls
 * leave, the focus moves to the next card, else to the composer.
 */
export function Root({ run, onControl, ref: theirs, ...props }: RootProps): ReactElement {
  const messages = usePanelWords();
  const ref = useMergedRef(useFocusAfterRemoval([run.status]), theirs);
  return (
    <RunContext value={useRunControls(run, onControl)}>
      {renderPart('div', 'run-controls', {
        role: 'group',
        'aria-label': messages.runControls,
        'data-state': run.status,
        ...props,
        ref,
      })}
    </RunContext>
  );
}
