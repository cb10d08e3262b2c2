'use client';
import type { ReactElement } from 'react';
import { More as CardMore } from '../internal/card/more.tsx';
import type { MoreAction } from '../internal/more-actions.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Other actions, shown on request: always deny, provide the result, stop the countdown or the run. */
export function More(): ReactElement {
  const messages = useCardWords();
  const { request, denialScope, resetArgs, draft, setDraft } = useConfirmContext('More');
  const { choosingDenial = false, answering = false } = draft;
  const { purpose, allowed_actions: allowed } = request;
  const actions: MoreAction[] = [];
  if (purpose === 'authorization') {
    if (allowed.includes('answer')) {
      actions.push({
        id: 'answer',
        label: answering ? messages.letToolRun : messages.answerInstead,
        onSelect() {
          resetArgs();
          setDraft({
            answering: !answering,
            choosingDenial: false,
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
        label: choosingDenial ? messages.forgetDenial : messages.chooseDenial,
        // Opening it preselects “Always”, with the rule that Deny will save.
        onSelect: () =>
          setDraft({
            choosingDenial: !choosingDenial,
            denial: choosingDenial ? undefined : { term: 'always', rules: denialScope.chosen },
          }),
      });
    }
  }
  return <CardMore actions={actions} />;
}
