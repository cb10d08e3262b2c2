'use client';
import { issuesOf, describeProblem } from '@hitl/client/view';
import type { InteractionPurpose } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import type { ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { Icon } from '../icons.tsx';
import { RetryButton } from '../retry-button.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { Code } from '../code.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';

/**
 * The error of the last answer, with a retry button or, if its outcome is unknown, a check button.
 * Renders nothing without an error.
 */
export function Problem(props: PartProps<'div'>): ReactNode {
  const { request, state, error, retryable, retry, check } = useCardContext('Problem');
  const messages = useCardWords();
  if (state !== 'failed' && state !== 'unknown') return null;
  const unknown = state === 'unknown';
  return renderPart('div', 'problem', {
    role: 'alert',
    'data-state': state,
    children: (
      <>
        <Icon name="medium" />
        <span data-hitl-part="problem-text">
          {unknown ? messages.answerUnknown : describeProblem(error, messages)}
          {!unknown && <Unplaced issues={issuesOf(error)} purpose={request.purpose} />}
        </span>
        {(unknown ? check !== undefined : retryable) && (
          <RetryButton onRetry={unknown ? check : retry}>{unknown && messages.check}</RetryButton>
        )}
      </>
    ),
    ...props,
  });
}

/** Issues of these paths are shown at the input: edited arguments, the fields of a question. */
const PLACED = {
  authorization: /^modified_args\b/,
  question: /^(text|selected_values|other|confirmed|responses)\b/,
  recovery: /^(text|selected_values)\b/,
};

/** Issues from the server that no field shows. */
function Unplaced({
  issues,
  purpose,
}: {
  issues: readonly Issue[];
  purpose: InteractionPurpose;
}): ReactNode {
  const left = issues.filter(({ path }) => !PLACED[purpose].test(path));
  if (left.length === 0) return null;
  return (
    <ul data-hitl-part="problem-issues">
      {left.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <Code text={path} /> <VisibleText text={message} mode="prose" />
        </li>
      ))}
    </ul>
  );
}
