'use client';
import type { ReactElement, ReactNode } from 'react';
import { Form } from '../fields/form.tsx';
import { Menu } from './card-menu.tsx';
import { useCard } from './card-context.ts';
import { isOpen } from './card-state.ts';
import {
  Actions,
  Decline,
  Description,
  Facts,
  Header,
  Problem,
  Reason,
  Submit,
  Title,
  Who,
} from './parts.tsx';
import { Receipt } from './receipt.tsx';

/** A question around its control, from who asks to the answers; one line once it is settled. */
export function QuestionBody({ children }: { children: ReactNode }): ReactElement {
  const { state } = useCard('Card');
  if (!isOpen(state)) return <Receipt />;
  return (
    <>
      <Header>
        <Who />
        <Facts />
      </Header>
      <Title />
      <Description />
      <Form>
        {children}
        <Reason />
        <Problem />
        <Actions>
          <div data-hitl-part="actions-start">
            <Menu />
          </div>
          <Decline />
          <Submit />
        </Actions>
      </Form>
    </>
  );
}
