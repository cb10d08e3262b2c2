'use client';
import type { CombinedRequest } from '@hitl/protocol';
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

/** Groups the parts of a request with several parts; its `data-` attributes are those of every card. */
export function Root(props: RootProps<CombinedRequest>): ReactElement {
  return <CardRoot {...props} />;
}

/** The parts, each with its label and its control, to any depth. Place it inside `Form`. */
export const Parts: (props: object) => ReactNode = later(
  async () => (await fields()).CombinedParts,
);

/** A whole request with several parts, ready to place. Once settled it folds to one line. */
export function Card(props: RootProps<CombinedRequest>): ReactElement {
  return (
    <Root {...props}>
      <QuestionBody />
    </Root>
  );
}
