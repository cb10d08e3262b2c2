'use client';
import { useId, type ReactNode } from 'react';
import { focusAsked } from '../internal/focus-asked.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Whether a text looks like JSON but is invalid. */
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
 * A result of the call provided by the person instead of the tool: text or JSON. Renders nothing
 * until opened by `More`.
 */
export function Result({ onChange, ...props }: PartProps<'textarea'>): ReactNode {
  const messages = useCardWords();
  const id = useId();
  const { answerable, draft, setDraft } = useConfirmContext('Result');
  const { answering, result = '' } = draft;
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
        readOnly: !answerable,
        value: result,
        'aria-describedby': `${id}-hint`,
        ...props,
        onChange: composed(onChange, (event) => setDraft({ result: event.target.value })),
      })}
      <p data-hitl-part={broken ? 'field-warning' : 'field-hint'} id={`${id}-hint`}>
        {broken ? messages.resultNoJson : messages.resultHint}
      </p>
    </div>
  );
}
