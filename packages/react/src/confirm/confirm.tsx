'use client';
import type { ConfirmRequest } from '@hitl/protocol';
import { lazy, Suspense, useId, type ReactElement, type ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { isOpen } from '../internal/card/card-state.ts';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { Icon } from '../internal/icons.tsx';
import { Menu as CardMenu } from '../internal/card/card-menu.tsx';
import {
  Actions,
  Countdown,
  Description,
  Facts,
  Header,
  Problem,
  Reason,
  Risk,
  Title,
  Who,
} from '../internal/card/parts.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import type { MenuItem } from '../internal/menu.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { Scope } from './scope.tsx';
import { useConfirm } from './use-confirm.ts';

export {
  Actions,
  Countdown,
  Description,
  Facts,
  Header,
  Problem,
  Reason,
  Receipt,
  Risk,
  Scope,
  Title,
  Who,
};

const ArgsEditor = lazy(() => import('../args/args-editor.tsx'));

/** Groups the parts of a confirmation; its `data-` attributes are those of every card. */
export function Root(props: RootProps<ConfirmRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/**
 * What will happen: the arguments in full, or, while they are edited, a form of them. Renders nothing
 * for a question.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const messages = useMessages();
  const { card, editing, args, setArgs, clipped, reveal } = useConfirm('Args');
  const { request, answerable } = card;
  if (request.purpose !== 'authorization') return null;
  const preview = <ArgsPreview args={request.tool_args} clipped={clipped} />;
  return renderPart('div', 'what', {
    'data-editing': editing || undefined,
    children: editing ? (
      <Suspense fallback={preview}>
        <ArgsEditor
          key={request.id}
          value={args}
          proposed={request.tool_args}
          schema={request.tool_schema}
          disabled={!answerable}
          error={card.error}
          onValueChange={(value, { valid }) => setArgs(value, valid)}
        />
      </Suspense>
    ) : (
      <>
        {preview}
        {clipped && (
          <button type="button" data-hitl-part="reveal" data-variant="quiet" onClick={reveal}>
            {messages.showAll(JSON.stringify(request.tool_args).length)}
          </button>
        )}
      </>
    ),
    ...props,
  });
}

export interface AnswerProps extends PartProps<'button'> {
  /** What pressing it says: `true` lets the tool run, `false` refuses. */
  confirmed: boolean;
}

/**
 * Answers the request. Disabled while an answer is on its way, live again if that fails; allowing is
 * disabled too while long arguments have not been shown or edited ones are not valid.
 */
export function Answer({ confirmed, disabled, onClick, ...props }: AnswerProps): ReactElement {
  const messages = useMessages();
  const { card, allowable, edited, answer } = useConfirm('Answer');
  const { request, state, response, respond } = card;
  const authorization = request.purpose === 'authorization';
  const busy = state === 'submitting' && response?.confirmed === confirmed;
  const no = authorization ? messages.deny : messages.no;
  const yes = authorization ? (edited ? messages.allowEdited : messages.allow) : messages.yes;
  const own = confirmed ? request.confirm_text : request.cancel_text;
  const risky = confirmed && request.risk_level === 'high';
  return renderPart('button', 'confirm-answer', {
    type: 'button',
    'data-confirmed': String(confirmed),
    'data-variant': risky ? 'danger' : confirmed ? 'primary' : 'secondary',
    'aria-busy': busy || undefined,
    children: busy ? (
      messages.sending
    ) : (
      <VisibleText text={own ?? (confirmed ? yes : no)} mode="prose" />
    ),
    ...props,
    disabled: disabled === true || !(confirmed ? allowable : card.answerable),
    onClick: composed(onClick, (event) => {
      if (!confirmed || allowable) respond(answer(confirmed), event);
    }),
    // A key that is held down is not a decision.
    onKeyDown: composed(props.onKeyDown, (event) => {
      if (event.repeat) event.preventDefault();
    }),
  });
}

/** Switches between seeing the arguments and editing them. Renders nothing where that is not allowed. */
export function Edit({ onClick, ...props }: PartProps<'button'>): ReactNode {
  const messages = useMessages();
  const { card, editing, setEditing, setArgs } = useConfirm('Edit');
  const { request, answerable } = card;
  if (!request.allowed_actions.includes('modify_args')) return null;
  return renderPart('button', 'edit', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-pressed': editing,
    disabled: !answerable,
    children: (
      <>
        <Icon name={editing ? 'cross' : 'edit'} />
        {editing ? messages.discardEdits : messages.edit}
      </>
    ),
    ...props,
    onClick: composed(onClick, () => {
      if (editing) setArgs(request.tool_args, true);
      setEditing(!editing);
    }),
  });
}

/** A text for the agent that goes with the answer. Renders nothing until the menu asks for it. */
export function Note(props: PartProps<'textarea'>): ReactNode {
  const messages = useMessages();
  const id = useId();
  const { card, noting, note, setNote } = useConfirm('Note');
  if (!noting) return null;
  return (
    <div data-hitl-part="note">
      <label data-hitl-part="note-label" htmlFor={id}>
        {messages.note}
      </label>
      {renderPart('textarea', 'field', {
        id,
        rows: 2,
        dir: 'auto',
        autoFocus: true,
        readOnly: !card.answerable,
        value: note,
        placeholder: messages.notePlaceholder,
        ...props,
        onChange: composed(props.onChange, (event) => setNote(event.target.value)),
      })}
    </div>
  );
}

/** What else can be done: deny with a reason, stop the clock, stop the run. */
export function Menu(): ReactNode {
  const messages = useMessages();
  const { card, noting, setNoting, scoping, setScoping, patterns } = useConfirm('Menu');
  const items: MenuItem[] = [];
  if (card.request.purpose === 'authorization') {
    if (!scoping && patterns.length > 0) {
      items.push({ label: messages.chooseScope, onSelect: () => setScoping(true) });
    }
    items.push({
      label: noting ? messages.removeNote : messages.addNote,
      onSelect: () => setNoting(!noting),
    });
  }
  return <CardMenu items={items} />;
}

/**
 * A whole confirmation, ready to place: who asks and how risky it is, what will happen, why, what
 * would be remembered, and the answers. Once settled it folds to one line.
 */
export function Card(props: RootProps<ConfirmRequest>): ReactElement {
  return (
    <Root {...props}>
      <Body />
    </Root>
  );
}

function Body(): ReactElement {
  const { card } = useConfirm('Card');
  if (!isOpen(card.state)) return <Receipt />;
  return (
    <>
      <Header>
        <Who />
        <Facts />
      </Header>
      <Title />
      <Description />
      <Args />
      <Reason />
      <Scope />
      <Note />
      <Problem />
      <Actions>
        <div data-hitl-part="actions-start">
          <Menu />
          <Edit />
        </div>
        <Answer confirmed={false} />
        <Answer confirmed />
      </Actions>
    </>
  );
}
