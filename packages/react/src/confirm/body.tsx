'use client';
import type { ReactElement } from 'react';
import { isOpen } from '../internal/card/card-state.ts';
import { Actions, Header, Title } from '../internal/card/core-parts.tsx';
import { Description, Facts, Problem, Reason, Who } from '../internal/card/details.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { Answer, Args } from './core.tsx';
import { Edit, Menu, Note, Scope } from './more.tsx';
import { useConfirm } from './use-confirm.ts';

/** A whole confirmation inside its root; one line once it is settled. */
export function Body(): ReactElement {
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
