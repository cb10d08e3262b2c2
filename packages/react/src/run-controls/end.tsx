'use client';
import { runEnd } from '@hitl/client/view';
import type { Run } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { usePanelWords } from '../messages/panel-words.ts';

/** Props of a paragraph, and the run: `session.run`. */
export type EndProps = PartProps<'p'> & { run: Pick<Run, 'status' | 'error'> };

/**
 * Says below a conversation that its run failed or was stopped, and why. `data-state`: `failed`,
 * `stopped`, `superseded`. Does not need a Root. Renders nothing for an unfinished or completed
 * run.
 */
export function End({ run, ...props }: EndProps): ReactNode {
  const messages = usePanelWords();
  const end = runEnd(run);
  if (end === undefined) return null;
  const { how, reason } = end;
  return renderPart('p', 'run-end', {
    'data-state': how,
    children: (
      <>
        {messages.runEnds[how]}
        {reason !== undefined && (
          <>
            {' '}
            <VisibleText text={reason} mode="prose" />
          </>
        )}
      </>
    ),
    ...props,
  });
}
