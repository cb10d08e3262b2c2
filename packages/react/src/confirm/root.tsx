'use client';
import type { ConfirmRequest } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useConfirm } from '../hooks/use-confirm.ts';
import { CardElement, type RootProps } from '../internal/card/card-root.tsx';
import { warnIncomplete } from '../internal/warn-incomplete.ts';
import { ConfirmContext } from './confirm-context.ts';

/** Groups the parts of a confirmation; its `data-` attributes are those of every card. */
export function Root(props: RootProps<ConfirmRequest>): ReactElement {
  const { request, onRespond, settlement, armingDelayMs, ...rest } = props;
  warnIncomplete(request);
  const confirm = useConfirm(request, { onRespond, settlement, armingDelayMs });
  return (
    <ConfirmContext value={confirm}>
      <CardElement card={confirm} {...rest} />
    </ConfirmContext>
  );
}
