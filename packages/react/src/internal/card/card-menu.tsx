'use client';
import type { ReactNode } from 'react';
import { common } from '../../messages/en/common.ts';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { ActionMenu } from '../menu.tsx';
import type { MenuItem } from '../menu-button.tsx';
import { useCardContext } from './card-context.ts';

const words = { ...common, ...details };

export interface MenuProps {
  /** Custom entries, above the built-in ones. */
  items?: readonly MenuItem[] | undefined;
}

/**
 * Menu of rare actions: stop or restart the clock, stop the run. Contains only actions in
 * `allowed_actions`; renders nothing without any.
 */
export function Menu({ items = [] }: MenuProps): ReactNode {
  const { request, answerable, respond } = useCardContext('Menu');
  const messages = useMessages(words);
  const { allowed_actions: allowed, paused = false } = request;
  const ours: MenuItem[] = [];
  if (allowed.includes('pause') && !paused) {
    ours.push({
      label: messages.pause,
      onSelect: (event) => respond({ action: 'pause' }, event),
    });
  }
  if (allowed.includes('resume') && paused) {
    ours.push({
      label: messages.resume,
      onSelect: (event) => respond({ action: 'resume' }, event),
    });
  }
  if (allowed.includes('abort_run')) {
    ours.push({
      label: messages.abortRun,
      sure: messages.abortRunSure,
      danger: true,
      onSelect: (event) => respond({ action: 'abort_run' }, event),
    });
  }
  return <ActionMenu label={messages.more} items={[...items, ...ours]} disabled={!answerable} />;
}
