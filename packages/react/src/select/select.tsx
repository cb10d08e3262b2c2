'use client';
import type { SelectRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useCard } from '../internal/card/card-context.ts';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { QuestionBody } from '../internal/card/question-body.tsx';
import { ChoiceField } from '../internal/fields/choice-field.tsx';

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

/** Groups the parts of a question for a choice; its `data-` attributes are those of every card. */
export function Root(props: RootProps<SelectRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/**
 * The options, labelled by the title: radio buttons, or checkboxes where several may be chosen, and a
 * text of one's own where the request allows it. Place it inside `Form`.
 */
export function Options(): ReactElement {
  const { request, titleId, descriptionId } = useCard('Options', 'select');
  return <ChoiceField part={request} place="" labelledBy={titleId} describedBy={descriptionId} />;
}

/** A whole question for a choice, ready to place. Once settled it folds to one line. */
export function Card(props: RootProps<SelectRequest>): ReactElement {
  return (
    <Root {...props}>
      <QuestionBody>
        <Options />
      </QuestionBody>
    </Root>
  );
}
