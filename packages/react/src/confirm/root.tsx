'use client';
import type { ConfirmRequest } from '@hitl/protocol';
import { useState, type ReactElement } from 'react';
import { useConfirm } from '../hooks/use-confirm.ts';
import type { RootProps } from '../internal/card/card-props.ts';
import { CardElement } from '../internal/card/card-root.tsx';
import { warnIncomplete } from '../internal/warn-incomplete.ts';
import { ConfirmContext } from './confirm-context.ts';

/** Groups the parts of a confirmation; its `data-` attributes are those of every card. */
export function Root(props: RootProps<ConfirmRequest>): ReactElement {
  const { request, onRespond, settlement, armingDelayMs, ...rest } = props;
  warnIncomplete(request);
  const confirm = useConfirm(request, { onRespond, settlement, armingDelayMs });
  const { term, chosen } = confirm.approvalScope;
  // A new text or rule has to be confirmed again.
  const rule = JSON.stringify([confirm.request.tool_args, term, chosen]);
  const [asked, setAsked] = useState({ rule: '', at: 0 });
  const needsSecondPress = request.risk_level === 'high' && term !== 'once' && !confirm.edited;
  return (
    <ConfirmContext
      value={{
        ...confirm,
        needsSecondPress,
        askedAt:
          needsSecondPress && asked.rule === rule && confirm.answerable ? asked.at : undefined,
        ask: (at) => setAsked(at === undefined ? { rule: '', at: 0 } : { rule, at }),
      }}
    >
      <CardElement card={confirm} {...rest} />
    </ConfirmContext>
  );
}
