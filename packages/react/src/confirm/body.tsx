'use client';
import type { ReactElement } from 'react';
import { AskAgain } from '../internal/card/ask-again.tsx';
import { Header } from '../internal/card/core-parts.tsx';
import { Facts, Problem, Reason, Who } from '../internal/card/details.tsx';
import { Receipt } from '../internal/card/receipt.tsx';
import { Denial, Edit, Menu, Note, Result, Scope } from './more.tsx';

export { Description } from '../internal/card/details.tsx';

/** Who asks, and how risky it is. */
export function Above(): ReactElement {
  return (
    <Header>
      <Who />
      <Facts />
    </Header>
  );
}

/** Why a person is asked, and what they choose beyond yes and no. */
export function Below(): ReactElement {
  return (
    <>
      <Reason />
      <Scope />
      <Denial />
      <Note />
      <Result />
      <Problem />
    </>
  );
}

/** What else can be done, at the start of the row of buttons. */
export function Start(): ReactElement {
  return (
    <div data-hitl-part="actions-start">
      <Menu />
      <Edit />
    </div>
  );
}

/** A confirmation that is over: one line. */
export function Ended(): ReactElement {
  return (
    <>
      <Receipt />
      <AskAgain />
    </>
  );
}
