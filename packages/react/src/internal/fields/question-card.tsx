import type { InteractionRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import type { RootProps } from '../card/card-props.ts';
import { CardRoot } from '../card/card-root.tsx';
import { QuestionBody } from './question.tsx';

/** A component for requests of one type. */
export type QuestionPart<R extends InteractionRequest> = (props: RootProps<R>) => ReactElement;

/** A complete question card: who asks, the fields and the answers. */
export function QuestionCard<R extends InteractionRequest>(props: RootProps<R>): ReactElement {
  return (
    <CardRoot {...props}>
      <QuestionBody />
    </CardRoot>
  );
}
