'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useFormat } from '../messages/use-format.ts';
import { useCallWords } from '../messages/call-words.ts';
import { useToolCall } from './call-context.ts';

/** The note with the decision, its time, and the reason of a failure or denial. */
export function Note(props: PartProps<'div'>): ReactNode {
  const { note, state, decidedAt, decider, problem } = useToolCall('Note');
  const messages = useCallWords();
  const { time } = useFormat();
  const reason = state === 'denied' && decider?.kind === 'policy' ? decider.reason : problem;
  const delivered =
    state === 'denied' && decider?.kind === 'person' ? messages.agentInformed : undefined;
  if ((note ?? decidedAt ?? reason ?? delivered) === undefined) return null;
  return renderPart('div', 'tool-call-note', {
    children: (
      <>
        {note !== undefined && (
          <q data-hitl-part="tool-call-quote">
            <VisibleText text={note} mode="prose" />
          </q>
        )}
        {reason !== undefined && (
          <span data-hitl-part="tool-call-reason">
            <VisibleText text={reason} mode="prose" />
          </span>
        )}
        {delivered !== undefined && <span>{delivered}</span>}
        {decidedAt !== undefined && (
          <time data-hitl-part="tool-call-time" dateTime={decidedAt}>
            {messages.decidedAt(time(decidedAt))}
          </time>
        )}
      </>
    ),
    ...props,
  });
}
