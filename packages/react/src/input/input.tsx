'use client';
import type { InputRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useCard } from '../internal/card/card-context.ts';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { QuestionBody } from '../internal/card/question-body.tsx';
import { TextField } from '../internal/fields/text-field.tsx';

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

/** Groups the parts of a question for text; its `data-` attributes are those of every card. */
export function Root(props: RootProps<InputRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/**
 * The text field, labelled by the title: one line or several, by the request. What is secret is
 * masked and in no draft. Place it inside `Form`.
 */
export function Field(): ReactElement {
  const { request, titleId, descriptionId } = useCard('Field', 'input');
  return <TextField part={request} place="" labelledBy={titleId} describedBy={descriptionId} />;
}

/** A whole question for text, ready to place. Once settled it folds to one line. */
export function Card(props: RootProps<InputRequest>): ReactElement {
  return (
    <Root {...props}>
      <QuestionBody>
        <Field />
      </QuestionBody>
    </Root>
  );
}
