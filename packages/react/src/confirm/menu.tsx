'use client';
import type { ReactElement } from 'react';
import { Menu as CardMenu } from '../internal/card/card-menu.tsx';
import type { MenuItem } from '../internal/menu-button.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirmContext } from './confirm-context.ts';
import { useScoping } from './use-scoping.ts';

/** Menu of other actions: remember, provide the result, stop the clock or the run. */
export function Menu(): ReactElement {
  const messages = useMessages(details);
  const { request, denialScope, resetArgs, draft, setDraft } = useConfirmContext('Menu');
  const { refusing = false, answering = false } = draft;
  const { purpose, allowed_actions: allowed } = request;
  const scoping = useScoping();
  const items: MenuItem[] = [];
  if (purpose === 'authorization') {
    if (scoping.possible && !scoping.shown) {
      items.push({ label: messages.chooseScope, onSelect: scoping.show });
    }
    if (allowed.includes('deny') && denialScope.terms.length > 0 && !answering) {
      items.push({
        label: refusing ? messages.forgetDenial : messages.chooseDenial,
        // Opening it preselects “Always”, with the rule that Deny will save.
        onSelect: () =>
          setDraft({
            refusing: !refusing,
            denial: refusing ? undefined : { term: 'always', rules: denialScope.chosen },
          }),
      });
    }
    if (allowed.includes('answer')) {
      items.push({
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
  }
  return <CardMenu items={items} />;
}
