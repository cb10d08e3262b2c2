'use client';
import { callVerb, summarizeAnswer, subjectOf } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCallWords } from '../messages/call-words.ts';
import { useCardWords } from '../messages/card-words.ts';
import { useToolCall } from './call-context.ts';

/** What happened and to what, in the past tense once it is done. */
export function Title(props: PartProps<'span'>): ReactElement {
  const view = useToolCall('Title');
  const messages = { ...useCardWords(), ...useCallWords() };
  const { userId } = useSettings();
  const { request, answers, state, decider, toolName, nestedAgent } = view;
  const asked = view.isQuestion ? request : undefined;
  const answer =
    asked && state === 'answered'
      ? summarizeAnswer(asked, answers.at(-1)?.response, messages)
      : undefined;
  const name = answer !== undefined && decider?.kind === 'person' ? decider.name : undefined;
  const { verb, isKnown } = callVerb(view, messages);
  const subject = asked?.title ?? subjectOf(view.args, view.schema);
  const isProse = asked !== undefined || nestedAgent !== undefined;
  const states = {
    ...messages.callStates,
    answered: messages.answeredBy(name, name !== undefined && name === userId),
  };
  return renderPart('span', 'tool-call-title', {
    children: (
      <>
        <span data-hitl-part="tool-call-verb">{asked ? states[state] : verb}</span>{' '}
        {answer !== undefined && (
          <span data-hitl-part="tool-call-answer">
            <VisibleText text={answer} mode="prose" />
          </span>
        )}
        {!asked && !isKnown && <Code part="tool-call-tool" text={nestedAgent ?? toolName} />}{' '}
        {subject !== '' &&
          (isProse ? (
            <span data-hitl-part="tool-call-question">
              <VisibleText text={subject} mode="prose" />
            </span>
          ) : (
            <Code part="tool-call-subject" text={subject} />
          ))}
      </>
    ),
    ...props,
  });
}
