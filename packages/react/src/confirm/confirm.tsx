'use client';
import { isOpen } from '@hitl/client/view';
import type { ConfirmRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { Actions } from '../internal/card/actions.tsx';
import { AskAgain } from '../internal/card/ask-again.tsx';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { External } from '../internal/card/external.tsx';
import { Agent } from '../internal/card/agent.tsx';
import { Header } from '../internal/card/header.tsx';
import { Meta } from '../internal/card/meta.tsx';
import { Problem } from '../internal/card/problem.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { Description } from '../internal/card/description.tsx';
import { Reason } from '../internal/card/reason.tsx';
import { Title } from '../internal/card/title.tsx';
import { Answer } from './answer.tsx';
import { Args } from './args.tsx';
import { Edit } from './edit.tsx';
import { Menu } from './menu.tsx';
import { Note } from './note.tsx';
import { Result, SendResult } from './result.tsx';
import { Denial, Scope } from './scope.tsx';
import { useConfirm } from './use-confirm.ts';

/** Groups the parts of a confirmation; its `data-` attributes are those of every card. */
export function Root(props: RootProps<ConfirmRequest>): ReactElement {
  return <CardRoot {...props} />;
}

function Body(): ReactElement {
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
        <Agent />
        <Meta />
      </Header>
      <Title />
      <Description />
      <Args />
      <Reason />
      <External />
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
