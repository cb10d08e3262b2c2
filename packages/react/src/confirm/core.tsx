'use client';
import type { ReactElement, ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { later } from '../internal/later.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card as words } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirm } from './use-confirm.ts';

const Editor = later(
  async () => (await import('./editor.tsx')).Editor,
  () => <Preview />,
);

function Preview(): ReactElement {
  const { card, clipped } = useConfirm('Args');
  const { tool_name, tool_args, tool_schema } = card.request;
  return (
    <ArgsPreview args={tool_args} schema={tool_schema} toolName={tool_name} clipped={clipped} />
  );
}

/**
 * What will happen: the arguments in full, or, while they are edited, a form of them. Renders nothing
 * for a question.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const messages = useMessages(words);
  const { card, choice, choose, clipped } = useConfirm('Args');
  const { request } = card;
  const { editing } = choice;
  if (request.purpose !== 'authorization') return null;
  return renderPart('div', 'what', {
    'data-editing': editing,
    children:
      editing === true ? (
        <Editor key={request.id} />
      ) : (
        <>
          <Preview />
          {clipped && (
            <button
              type="button"
              data-hitl-part="reveal"
              data-variant="quiet"
              onClick={() => choose({ revealed: true })}
            >
              {messages.showAll(JSON.stringify(request.tool_args).length)}
            </button>
          )}
        </>
      ),
    ...props,
  });
}

/** A button’s props, and what it answers. */
export interface AnswerProps extends PartProps<'button'> {
  /** What pressing it says: `true` lets the tool run, `false` refuses. */
  confirmed: boolean;
}

/**
 * Answers the request. Disabled while an answer is on its way, live again if that fails; allowing is
 * disabled too while long arguments have not been shown or edited ones are not valid.
 */
export function Answer({ confirmed, disabled, onClick, ...props }: AnswerProps): ReactElement {
  const messages = useMessages(words);
  const { card, choice, allowable, answer } = useConfirm('Answer');
  const { request, state, response, respond } = card;
  const possible = confirmed ? allowable : card.answerable;
  const busy = state === 'submitting' && response?.confirmed === confirmed;
  const [yes, no] =
    request.purpose === 'authorization'
      ? [choice.modified_args ? messages.allowEdited : messages.allow, messages.deny]
      : [messages.yes, messages.no];
  const own = confirmed ? request.confirm_text : request.cancel_text;
  const risky = request.risk_level === 'high';
  return renderPart('button', 'confirm-answer', {
    type: 'button',
    'data-confirmed': String(confirmed),
    'data-variant': confirmed ? (risky ? 'danger' : 'primary') : 'secondary',
    'aria-busy': busy || undefined,
    children: busy ? (
      messages.sending
    ) : (
      <VisibleText text={own ?? (confirmed ? yes : no)} mode="prose" />
    ),
    ...props,
    disabled: disabled === true || !possible,
    onClick: composed(onClick, (event) => {
      if (possible) respond(answer(confirmed), event);
    }),
    // A key that is held down is not a decision.
    onKeyDown: composed(props.onKeyDown, (event) => {
      if (event.repeat) event.preventDefault();
    }),
  });
}
