import { useId, type ReactElement } from 'react';
import { useArgsForm, useConfirm, useTimeLeft, visibleString } from '../headless.ts';
import type { OwnCardProps } from './own-card-chat.fixture.tsx';

/** A card of plain HTML elements: only hooks of the kit, none of its elements. */
export function PlainHtmlCard({ request }: OwnCardProps): ReactElement {
  const id = useId();
  const call = useConfirm(request);
  const left = useTimeLeft(call.request.expires_at, call.request.created_at);
  const form = useArgsForm({
    value: call.args,
    proposed: call.request.tool_args,
    schema: call.request.tool_schema,
    error: call.error,
    onValueChange: (args, { valid }) => call.setArgs(args, valid),
  });
  const { terms, term, chosen, remember } = call.approvalScope;
  return (
    <section {...call.cardProps}>
      <h2>{call.subject}</h2>
      {left !== null && <p>{left.words} left</p>}
      <pre>{visibleString(JSON.stringify(call.args, null, 2), 'code')}</pre>
      {call.editable && (
        <details>
          <summary>Edit</summary>
          {form.fields.map((field) => (
            <label key={field.path}>
              {visibleString(field.label)}{' '}
              <input value={field.text} onChange={({ target }) => field.type(target.value)} />
              {field.problem}
            </label>
          ))}{' '}
          {form.changed && (
            <button type="button" onClick={form.reset}>
              Undo all
            </button>
          )}
        </details>
      )}
      <fieldset>
        <legend>Remember</legend>
        {terms.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`${id}-term`}
              checked={term === each}
              onChange={() => remember(each)}
            />{' '}
            {each}
          </label>
        ))}
        {term !== 'once' && <output>saves {visibleString(chosen.join(', '), 'code')}</output>}
      </fieldset>
      <p>
        <label>
          Tell the agent{' '}
          <input value={call.note} onChange={({ target }) => call.setNote(target.value)} />
        </label>
      </p>
      {call.problem !== undefined && <p role="alert">{call.problem}</p>}
      <button type="button" disabled={!call.answerable} onClick={call.deny}>
        No
      </button>{' '}
      <button type="button" disabled={!call.allowable} onClick={call.allow}>
        Yes, run it
      </button>
    </section>
  );
}
