'use client';
import { useId, type ReactNode } from 'react';
import { focusAsked } from '../internal/focus-asked.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { card as cardWords } from '../messages/en/card.ts';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { insteadOf, useConfirm } from './use-confirm.ts';

const words = { ...cardWords, ...details };

/** Whether a text means to be JSON and is none. */
function isBrokenJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/**
 * The result of the call, given in the tool's place: text or JSON. Renders nothing until the menu asks
 * for it.
 */
export function Result({ onChange, ...props }: PartProps<'textarea'>): ReactNode {
  const messages = useMessages(words);
  const id = useId();
  const { card, choice, choose } = useConfirm('Result');
  const { answering, result = '' } = choice;
  if (answering !== true) return null;
  const broken = isBrokenJson(result);
  return (
    <div data-hitl-part="result" ref={focusAsked}>
      <label data-hitl-part="note-label" htmlFor={id}>
        {messages.result}
      </label>
      {renderPart('textarea', 'field', {
        id,
        rows: 3,
        dir: 'auto',
        spellCheck: false,
        readOnly: !card.answerable,
        value: result,
        'aria-describedby': `${id}-hint`,
        ...props,
        onChange: composed(onChange, (event) => choose({ result: event.target.value })),
      })}
      <p data-hitl-part={broken ? 'field-warning' : 'field-hint'} id={`${id}-hint`}>
        {broken ? messages.resultNoJson : messages.resultHint}
      </p>
    </div>
  );
}

/** Sends the result that was written. Renders nothing while none is being written. */
export function SendResult({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const messages = useMessages(words);
  const confirming = useConfirm('SendResult');
  const { card, choice } = confirming;
  const { answering, result = '' } = choice;
  if (answering !== true) return null;
  const busy = card.state === 'submitting' && card.response?.action === 'answer';
  const possible = card.answerable && result.trim() !== '';
  return renderPart('button', 'result-send', {
    type: 'button',
    'data-variant': 'primary',
    'aria-busy': busy || undefined,
    children: busy ? messages.sending : messages.sendResult,
    ...props,
    disabled: disabled === true || !possible,
    onClick: composed(onClick, (event) => {
      if (possible) card.respond(insteadOf(confirming, result), event);
    }),
  });
}
