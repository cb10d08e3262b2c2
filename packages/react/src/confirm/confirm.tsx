'use client';
import type { ConfirmRequest } from '@hitl/protocol';
import type { ReactElement, ReactNode } from 'react';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { isOpen } from '../internal/card/card-state.ts';
import { Actions, PlainProblem, Title } from '../internal/card/core-parts.tsx';
import { laterFrom } from '../internal/later.tsx';
import type { Part } from '../internal/part.tsx';
import { Answer, Args } from './core.tsx';
import { useConfirm } from './use-confirm.ts';

export { Answer, Args, type AnswerProps } from './core.tsx';
export * from '../internal/card/card-parts.ts';

/** Groups the parts of a confirmation; its `data-` attributes are those of every card. */
export function Root(props: RootProps<ConfirmRequest>): ReactElement {
  return <CardRoot {...props} />;
}

const more = laterFrom(() => import('./more.tsx'));

/**
 * For how long leave is given, and the literal rule that would be kept. Renders nothing where nothing
 * may be remembered; in a batch only once the menu asks for it.
 */
export const Scope: Part<'div'> = more((parts) => parts.Scope);

/**
 * For how long the call is denied, the literal rule that would be kept, and what else it would stop.
 * While one is chosen the call cannot be allowed. Renders nothing until the menu asks for it.
 */
export const Denial: Part<'div'> = more((parts) => parts.Denial);

/**
 * The result of the call, given in the tool's place: text or JSON. Renders nothing until the menu asks
 * for it.
 */
export const Result: Part<'textarea'> = more((parts) => parts.Result);

/** Sends the result that was written. Renders nothing while none is being written. */
export const SendResult: Part<'button'> = more((parts) => parts.SendResult);

/** Switches between seeing the arguments and editing them. Renders nothing where that is not allowed. */
export const Edit: Part<'button'> = more((parts) => parts.Edit);

/** A text for the agent that goes with the answer. Renders nothing until the menu asks for it. */
export const Note: Part<'textarea'> = more((parts) => parts.Note);

/** What else can be done: remember, answer in the tool's place, add a reason, stop the clock or the run. */
export const Menu: (props: object) => ReactNode = more((parts) => parts.Menu);

const body = laterFrom(() => import('./body.tsx'));
const Above = body((parts) => parts.Above);
const Between = body((parts) => parts.Description);
const Below = body((parts) => parts.Below, PlainProblem);
const Start = body((parts) => parts.Start);
const Ended = body((parts) => parts.Ended, Title);

/**
 * What is loaded later comes in around the title, the arguments and the answers, which stay the elements
 * that they are: nobody loses the button that they look at, press or have the focus on.
 */
function Body(): ReactElement {
  const { card, choice } = useConfirm('Card');
  if (!isOpen(card.state)) return <Ended />;
  return (
    <>
      <Above />
      <Title />
      <Between />
      <Args />
      <Below />
      <Actions>
        <Start />
        <Answer confirmed={false} />
        {choice.answering === true ? <SendResult /> : <Answer confirmed />}
      </Actions>
    </>
  );
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
