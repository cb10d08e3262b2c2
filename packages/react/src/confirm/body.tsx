'use client';
import type { ReactElement } from 'react';
import { isOpen } from '../internal/card/card-state.ts';
import { Actions, Header, Title } from '../internal/card/core-parts.tsx';
import { Description, Facts, Problem, Reason, Who } from '../internal/card/details.tsx';
import { AskAgain } from '../internal/card/ask-again.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { Answer, Args } from './core.tsx';
import { Denial, Edit, Menu, Note, Result, Scope, SendResult } from './more.tsx';
import { useConfirm } from './use-confirm.ts';

/** A whole confirmation inside its root; one line once it is settled. */
export function Body(): ReactElement {
  const { card, choice } = useConfirm('Card');
  if (!isOpen(card.state)) {
    return (
      <>
        <Receipt />
        <AskAgain />
      </>
    );
  }
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
      <Denial />
      <Note />
      <Result />
      <Problem />
      <Actions>
        <div data-hitl-part="actions-start">
          <Menu />
          <Edit />
        </div>
        <Answer confirmed={false} />
        {choice.answering === true ? <SendResult /> : <Answer confirmed />}
      </Actions>
    </>
  );
}
