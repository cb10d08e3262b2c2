'use client';
import type { ReactElement } from 'react';
import { More as CardMore } from '../internal/card/more.tsx';
import type { MoreAction } from '../internal/more-actions.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirmContext } from './confirm-context.ts';
import { useScoping } from './use-scoping.ts';

/** Other actions, shown on request: remember, provide the result, stop the countdown or the run. */
export function More(): ReactElement {
  const messages = useMessages(details);
  const { request, denialScope, resetArgs, draft, setDraft } = useConfirmContext('More');
  const { refusing = false, answering = false } = draft;
  const { purpose, allowed_actions: allowed } = request;
  const scoping = useScoping();
  const actions: MoreAction[] = [];
  if (purpose === 'authorization') {
    if (scoping.possible && !scoping.shown) {
      actions.push({ id: 'remember', label: messages.chooseScope, onSelect: scoping.show });
    }
    if (allowed.includes('answer')) {
      actions.push({
        id: 'answer',
        label: answering ? messages.letToolRun : messages.answerInstead,
        onSelect() {
          resetArgs();
          setDraft({
            answering: !answering,
            refusing: false,
            denial: undefined,
            editing: false,
            args: undefined,
            modifiedArgs: undefined,
            invalid: false,
          });
        },
      });
    }
    if (allowed.includes('deny') && denialScope.terms.length > 0 && !answering) {
      actions.push({
        id: 'deny_always',
        label: refusing ? messages.forgetDenial : messages.chooseDenial,
        // Opening it preselects “Always”, with the rule that Deny will save.
        onSelect: () =>
          setDraft({
            refusing: !refusing,
            denial: refusing ? undefined : { term: 'always', rules: denialScope.chosen },
          }),
      });
    }
  }
  return <CardMore actions={actions} />;
}
