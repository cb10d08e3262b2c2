'use client';
import { isAnswerable } from '@hitl/client';
import { isShowable } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import type { PanelMessages } from '../messages/en/panels.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useBatchContext } from './batch-context.ts';

/** The keys, their actions, and the requests on which they act. */
const KEYS: readonly [
  key: string,
  does: keyof PanelMessages['reviewKey'],
  works: (request: InteractionRequest) => boolean,
][] = [
  ['A', 'allow', ({ type, risk_level: risk }) => type === 'confirm' && risk !== 'high'],
  ['D', 'deny', (request) => canDeny(request) && request.type === 'confirm'],
  ['D', 'decline', (request) => canDeny(request) && request.type !== 'confirm'],
  ['E', 'edit', ({ allowed_actions: actions }) => actions.includes('modify_args')],
];

function canDeny({ allowed_actions: actions }: InteractionRequest): boolean {
  return actions.includes('deny');
}

/**
 * The keys that move through the rows while there is something to decide, and those that act on the
 * open one.
 */
export function Keys(props: PartProps<'p'>): ReactNode {
  const { state, items, open } = useBatchContext('Keys');
  const messages = usePanelWords();
  if (state === 'settled') return null;
  const current = items.find(({ request }) => request.id === open);
  const answerable =
    current !== undefined && isAnswerable(current.status) && isShowable(current.request)
      ? current.request
      : undefined;
  const shown: [string, keyof PanelMessages['reviewKey']][] = [
    ['↑↓', 'move'],
    ['⏎', 'open'],
    ...KEYS.flatMap(([key, does, works]): [string, typeof does][] =>
      answerable !== undefined && works(answerable) ? [[key, does]] : [],
    ),
  ];
  return renderPart('p', 'batch-keys', {
    children: shown.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> {messages.reviewKey[does]}
      </span>
    )),
    ...props,
  });
}
