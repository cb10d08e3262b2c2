import type { ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { MoreActions, type MoreAction } from '../more-actions.tsx';
import { useCardContext } from './card-context.ts';

export interface MoreProps {
  /** Custom actions, before the built-in ones. */
  actions?: readonly MoreAction[] | undefined;
}

/**
 * Rare actions, shown on request: stop or restart the countdown, stop the run. Contains only actions
 * in `allowed_actions`; renders nothing without any.
 */
export function More({ actions = [] }: MoreProps): ReactNode {
  const { request, answerable, respond } = useCardContext('More');
  const messages = useCardWords();
  const { allowed_actions: allowed, paused = false } = request;
  const ours: MoreAction[] = [];
  const clock = paused ? 'resume' : 'pause';
  if (allowed.includes(clock)) {
    ours.push({
      id: 'clock',
      label: messages[clock],
      onSelect: (event) => respond({ action: clock }, event),
    });
  }
  if (allowed.includes('abort_run')) {
    ours.push({
      id: 'abort_run',
      label: messages.abortRun,
      sure: messages.abortRunSure,
      danger: true,
      onSelect: (event) => respond({ action: 'abort_run' }, event),
    });
  }
  return (
    <MoreActions label={messages.more} actions={[...actions, ...ours]} disabled={!answerable} />
  );
}
