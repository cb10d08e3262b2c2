'use client';
import type { InputRequest } from '@hitl/protocol';
import type { ReactElement, ReactNode } from 'react';
import { CardRoot, type RootProps } from '../internal/card/card-root.tsx';
import { later } from '../internal/later.tsx';
import { QuestionBody } from '../internal/fields/later-fields.ts';

export { Actions, Header, Title } from '../internal/card/core-parts.tsx';
export {
  Countdown,
  Decline,
  Description,
  Facts,
  Menu,
  Problem,
  Reason,
  Receipt,
  Risk,
  Who,
} from '../internal/card/later-parts.ts';
export { Form, Submit } from '../internal/fields/later-fields.ts';

const fields = (): Promise<typeof import('../internal/fields/question.tsx')> =>
  import('../internal/fields/question.tsx');

/** Groups the parts of a question for text; its `data-` attributes are those of every card. */
export function Root(props: RootProps<InputRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/**
 * The text field, labelled by the title: one line or several, by the request. What is secret is
 * masked and in no draft. Place it inside `Form`.
 */
export const Field: (props: object) => ReactNode = later(async () => (await fields()).InputField);

/** A whole question for text, ready to place. Once settled it folds to one line. */
export function Card(props: RootProps<InputRequest>): ReactElement {
  return (
    <Root {...props}>
      <QuestionBody />
    </Root>
  );
}
