import type { ReactElement } from 'react';
import { useCardContext } from '../card/card-context.ts';
import { Actions } from '../card/actions.tsx';
import { CardBody } from '../card/card-body.tsx';
import { Decline } from '../card/decline.tsx';
import { External } from '../card/external.tsx';
import { More } from '../card/more.tsx';
import { Problem } from '../card/problem.tsx';
import { Reason } from '../card/reason.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Form } from './form.tsx';
import { Control, Parts } from './part-field.tsx';
import { Submit } from './submit.tsx';
import { TextField } from './text-field.tsx';

/** The text field of a question for text. */
export function InputField(): ReactElement {
  const { request, titleId, descriptionId } = useCardContext('Field', 'input');
  return <TextField part={request} place="" labelledBy={titleId} describedBy={descriptionId} />;
}

/** The options of a question for a choice. */
export function SelectOptions(): ReactElement {
  const { request, titleId, descriptionId } = useCardContext('Options', 'select');
  return <ChoiceField part={request} place="" labelledBy={titleId} describedBy={descriptionId} />;
}

/** The parts of a combined request. */
export function CombinedParts(): ReactElement {
  const { request } = useCardContext('Parts', 'combined');
  return <Parts parts={request.interactions} place="" />;
}

/** The content of a question card, from who asks to the answers; one line once it is settled. */
export function QuestionBody(): ReactElement {
  const { request, titleId, descriptionId } = useCardContext('Card');
  return (
    <CardBody>
      <Form>
        <Control part={request} place="" labelledBy={titleId} describedBy={descriptionId} />
        <Reason />
        <External />
        <Problem />
        <Actions>
          <div data-hitl-part="actions-start">
            <More />
          </div>
          <Decline />
          <Submit />
        </Actions>
      </Form>
    </CardBody>
  );
}
