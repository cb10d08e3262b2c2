'use client';
import type { CombinedRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useCard } from '../internal/card/card-context.ts';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { QuestionBody } from '../internal/card/question-body.tsx';
import { Parts as PartFields } from '../internal/fields/part-field.tsx';

export { Form } from '../internal/fields/form.tsx';
export { Menu } from '../internal/card/card-menu.tsx';
export { Receipt } from '../internal/card/receipt.tsx';
export {
  Actions,
  Countdown,
  Decline,
  Description,
  Facts,
  Header,
  Problem,
  Reason,
  Risk,
  Submit,
  Title,
  Who,
} from '../internal/card/parts.tsx';

/** Groups the parts of a request with several parts; its `data-` attributes are those of every card. */
export function Root(props: RootProps<CombinedRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/** The parts, each with its label and its control, to any depth. Place it inside `Form`. */
export function Parts(): ReactElement {
  const { request } = useCard('Parts', 'combined');
  return <PartFields parts={request.interactions} place="" />;
}

/** A whole request with several parts, ready to place. Once settled it folds to one line. */
export function Card(props: RootProps<CombinedRequest>): ReactElement {
  return (
    <Root {...props}>
      <QuestionBody>
        <Parts />
      </QuestionBody>
    </Root>
  );
}
