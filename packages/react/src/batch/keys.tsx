'use client';
import { isAnswerable } from '@hitl/client';
import { isShowable } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCardWords } from '../messages/card-words.ts';
import type { PanelMessages } from '../messages/en/panels.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useBatchContext } from './batch-context.ts';

/** The letters that act on a request, with the words of its buttons. */
function lettersOf(
  { allowed_actions: actions, ...request }: InteractionRequest,
  words: PanelMessages['reviewKey'] & { yes: string; no: string },
): [letter: string, does: string][] {
  const letters: [string, string][] = [];
  if (request.type === 'confirm') {
    const asks = request.purpose === 'question';
    if (request.risk_level !== 'high')
      letters.push(['A', asks ? (request.confirm_text ?? words.yes) : words.allow]);
    letters.push(['D', asks ? (request.cancel_text ?? words.no) : words.deny]);
  } else if (actions.includes('deny')) letters.push(['D', words.decline]);
  if (actions.includes('modify_args')) letters.push(['E', words.edit]);
  return letters;
}

/**
 * The keys that move through the rows while there is something to decide, and those that act on the
 * open one.
 */
export function Keys(props: PartProps<'p'>): ReactNode {
  const { state, items, open } = useBatchContext('Keys');
  const { reviewKey } = usePanelWords();
  const { yes, no } = useCardWords();
  if (state === 'settled') return null;
  const current = items.find(({ request }) => request.id === open);
  const works = current && isAnswerable(current.status) && isShowable(current.request);
  const shown = [
    ['↑↓', reviewKey.move],
    ['⏎', reviewKey.open],
    ...(works ? lettersOf(current.request, { ...reviewKey, yes, no }) : []),
  ] as const;
  return renderPart('p', 'batch-keys', {
    children: shown.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> <VisibleText text={does} mode="prose" />
      </span>
    )),
    ...props,
  });
}
