'use client';
import { summarizeAnswer } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useToolCall } from './call-context.ts';

/** The questions of the call and their answers, part by part for several parts. */
export function Answers(props: PartProps<'dl'>): ReactNode {
  const { answers } = useToolCall('Answers');
  const messages = useCardWords();
  const entries = answers.flatMap(({ request, response }) => {
    const several = request.type === 'combined';
    const answerTo = (id: string) =>
      several ? response?.responses?.find(({ request_id }) => request_id === id) : response;
    return (several ? request.interactions : [request]).map((part) => ({
      key: `${request.id} ${part.id}`,
      title: part.title,
      said: summarizeAnswer(part, answerTo(part.id), messages),
    }));
  });
  if (entries.length === 0) return null;
  return renderPart('dl', 'tool-call-answers', {
    children: entries.map(({ key, title, said }) => (
      <div key={key}>
        <dt>
          <VisibleText text={title} mode="prose" />
        </dt>
        <dd>
          <VisibleText text={said || '—'} mode="prose" />
        </dd>
      </div>
    )),
    ...props,
  });
}
