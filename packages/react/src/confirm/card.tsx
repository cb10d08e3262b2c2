'use client';
import { titleNamesPath } from '@hitl/client/view';
import type { ConfirmRequest } from '@hitl/protocol';
import { use, type ReactElement } from 'react';
import { Actions } from '../internal/card/actions.tsx';
import { CardBody } from '../internal/card/card-body.tsx';
import { LineIdContext } from '../internal/card/card-context.ts';
import type { RootProps } from '../internal/card/card-props.ts';
import { External } from '../internal/card/external.tsx';
import { Problem } from '../internal/card/problem.tsx';
import { Reason } from '../internal/card/reason.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { AddNote } from './add-note.tsx';
import { Answer } from './answer.tsx';
import { Args } from './args.tsx';
import { Edit } from './edit.tsx';
import { Consequence } from './consequence.tsx';
import { useConfirmContext } from './confirm-context.ts';
import { Denial } from './denial.tsx';
import { More } from './more.tsx';
import { Note } from './note.tsx';
import { Result } from './result.tsx';
import { Root } from './root.tsx';
import { Scope } from './scope.tsx';
import { SendResult } from './send-result.tsx';

function Body(): ReactElement {
  const { request, draft } = useConfirmContext('Card');
  const messages = useCardWords();
  // The line of a row in a batch may be clamped, or name something else.
  const isTitled = use(LineIdContext) === undefined;
  const omitted = isTitled && titleNamesPath(request, messages) ? 'path' : undefined;
  return (
    <CardBody>
      <Args omit={omitted} />
      <Reason />
      <External />
      <Scope />
      <Denial />
      <Note />
      <Result />
      <Consequence />
      <Problem />
      <Actions>
        {/* The buttons follow the fields; the stylesheet decides the layout. */}
        {draft.editing === true && <Answer key="yes" confirmed />}
        <div key="start" data-hitl-part="actions-start">
          <Edit />
          <More />
        </div>
        <AddNote key="note" />
        <Answer key="no" confirmed={false} />
        {draft.editing !== true &&
          (draft.answering === true ? <SendResult /> : <Answer key="yes" confirmed />)}
      </Actions>
    </CardBody>
  );
}

/**
 * A card that asks to allow a tool call: who asks, the risk and exactly what will run; a rule to
 * remember; and the answers: allow, deny with a reason, edit first. Once settled it folds to one line.
 */
export function Card(props: RootProps<ConfirmRequest>): ReactElement {
  return (
    <Root {...props}>
      <Body />
    </Root>
  );
}
