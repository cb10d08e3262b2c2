'use client';
import type { SelectRequest } from '@hitl/protocol';
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

/** Groups the parts of a question for a choice; its `data-` attributes are those of every card. */
export function Root(props: RootProps<SelectRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/**
 * The options, labelled by the title: radio buttons, or checkboxes where several may be chosen, and a
 * text of one's own where the request allows it. Place it inside `Form`.
 */
export const Options: (props: object) => ReactNode = later(
  async () => (await fields()).SelectOptions,
);

/** A whole question for a choice, ready to place. Once settled it folds to one line. */
export function Card(props: RootProps<SelectRequest>): ReactElement {
  return (
    <Root {...props}>
      <QuestionBody />
    </Root>
  );
}
