'use client';
import { isAnswerable } from '@hitl/client';
import { isShowable } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { panels, type PanelMessages } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useBatchContext } from './batch-context.ts';

const any = (): boolean => true;

/** The keys, their actions, and the requests that allow them. */
const KEYS: readonly [
  key: string,
  does: keyof PanelMessages['reviewKey'],
  works: (request: InteractionRequest) => boolean,
][] = [
  ['↑↓', 'move', any],
  ['⏎', 'open', any],
  ['A', 'allow', ({ type }) => type === 'confirm'],
  ['D', 'deny', ({ allowed_actions: actions }) => actions.includes('deny')],
  ['E', 'edit', ({ allowed_actions: actions }) => actions.includes('modify_args')],
];

/** The keys that work on a pending row, while there is something to decide. */
export function Keys(props: PartProps<'p'>): ReactNode {
  const { state, items } = useBatchContext('Keys');
  const messages = useMessages(panels);
  if (state === 'settled') return null;
  const waiting = items.flatMap(({ request, status }) =>
    isAnswerable(status) && isShowable(request) ? [request] : [],
  );
  const shown = KEYS.filter(([, , works]) => works === any || waiting.some(works));
  return renderPart('p', 'batch-keys', {
    children: shown.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> {messages.reviewKey[does]}
      </span>
    )),
    ...props,
  });
}
