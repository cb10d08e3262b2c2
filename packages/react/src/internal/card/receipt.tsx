'use client';
import { summarizeAnswer, remembered, subjectOf } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/use-format.ts';
import { useCardWords } from '../../messages/card-words.ts';
import { Icon } from '../icons.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { Code } from '../code.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCardContext } from './card-context.ts';
import { TooLate } from './too-late.tsx';
import { OUTCOME_ICONS } from './outcome-icons.ts';

/** A request that has ended, in one line: outcome, subject, who and when. */
export function Receipt(props: PartProps<'div'>): ReactNode {
  const { request, outcome, response, settlement, late } = useCardContext('Receipt');
  const messages = useCardWords();
  const { time } = useFormat();
  if (outcome === undefined) return null;
  const authorization = request.purpose === 'authorization';
  const forTool = authorization && outcome === 'answered' && response !== undefined;
  const answer = forTool ? response?.text : summarizeAnswer(request, response, messages);
  const said = outcome === 'answered' ? answer : undefined;
  const by = settlement?.resolvedBy;
  const at = settlement?.resolvedAt;
  const decided = outcome === 'approved' || outcome === 'denied';
  const rule = decided ? remembered(response?.remember, messages, time) : undefined;
  const schema = request.type === 'confirm' ? request.tool_schema : undefined;
  const facts = [said, response?.note, rule, by && messages.by(by), at && time(at)].filter(
    (each): each is string => Boolean(each),
  );
  return renderPart('div', 'receipt', {
    'data-outcome': outcome,
    children: (
      <>
        <Icon name={OUTCOME_ICONS[outcome]} />
        <span data-hitl-part="receipt-outcome">
          {forTool ? messages.answeredForTool : messages.outcomes[outcome]}
        </span>
        <span data-hitl-part="receipt-subject">
          {authorization ? (
            <>
              <Code text={request.tool_name} />{' '}
              <code data-hitl-part="receipt-call">
                <VisibleText
                  text={subjectOf(response?.modified_args ?? request.tool_args, schema)}
                />
              </code>
            </>
          ) : (
            <VisibleText text={request.title} mode="prose" />
          )}
        </span>
        {facts.map((detail) => (
          <span key={detail} data-hitl-part="receipt-detail">
            <VisibleText text={detail} mode="prose" />
          </span>
        ))}
        {late && <TooLate id={request.id} tried={late} outcome={outcome} by={by} />}
      </>
    ),
    ...props,
  });
}
