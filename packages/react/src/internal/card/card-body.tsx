import { isOpen } from '@hitl/client/view';
import type { ReactElement, ReactNode } from 'react';
import { Agent } from './agent.tsx';
import { AskAgain } from './ask-again.tsx';
import { useCardContext } from './card-context.ts';
import { Description } from './description.tsx';
import { Header } from './header.tsx';
import { Meta } from './meta.tsx';
import { Receipt } from './receipt.tsx';
import { Title } from './title.tsx';

/** The content of a card: who asks and what, then its own parts; one line once it is settled. */
export function CardBody({ children }: { readonly children: ReactNode }): ReactElement {
  const { state } = useCardContext('Card');
  if (!isOpen(state)) {
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
      {children}
    </>
  );
}
