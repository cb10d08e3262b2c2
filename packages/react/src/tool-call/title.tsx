'use client';
import { callVerb, summarizeAnswer, subjectOf, type ToolCallView } from '@hitl/client/view';
import type { ReactElement, ReactNode } from 'react';
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
  const content =
    view.isQuestion && view.request !== undefined ? (
      <Question view={view} userId={userId} messages={messages} />
    ) : (
      <Call view={view} messages={messages} />
    );
  return renderPart('span', 'tool-call-title', { children: content, ...props });
}

interface ContentProps {
  view: ToolCallView;
  messages: ReturnType<typeof useCardWords> & ReturnType<typeof useCallWords>;
}

/** The verb and its object, as code: both come from the model. */
function Call({ view, messages }: ContentProps): ReactElement {
  const { toolName, nestedAgent, args, schema } = view;
  const { verb, isKnown } = callVerb(view, messages);
  const subject = subjectOf(args, schema);
  return (
    <>
      <Verb>{verb}</Verb>{' '}
      {!isKnown && <Code part="tool-call-tool" text={nestedAgent ?? toolName} />}{' '}
      {subject !== '' &&
        (nestedAgent === undefined ? (
          <Code part="tool-call-subject" text={subject} />
        ) : (
          <span data-hitl-part="tool-call-question">
            <VisibleText text={subject} mode="prose" />
          </span>
        ))}
    </>
  );
}

/** A question: the answer, its author, and what was asked. */
function Question({
  view,
  userId,
  messages,
}: ContentProps & { userId: string | undefined }): ReactElement {
  const { request, answers, state, decider } = view;
  const response = answers.at(-1)?.response;
  const said = request && summarizeAnswer(request, response, messages);
  const name = decider?.kind === 'person' ? decider.name : undefined;
  const isAnswered = state === 'answered' && said !== undefined;
  const verb = isAnswered
    ? messages.answeredBy(name, name !== undefined && name === userId)
    : { ...messages.callStates, answered: messages.answeredBy(undefined, false) }[state];
  return (
    <>
      <Verb>{verb}</Verb>{' '}
      {isAnswered && (
        <span data-hitl-part="tool-call-answer">
          <VisibleText text={said} mode="prose" />
        </span>
      )}{' '}
      <span data-hitl-part="tool-call-question">
        <VisibleText text={request?.title ?? ''} mode="prose" />
      </span>
    </>
  );
}

function Verb({ children }: { children: ReactNode }): ReactElement {
  return <span data-hitl-part="tool-call-verb">{children}</span>;
}
