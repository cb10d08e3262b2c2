'use client';
import type { ReactElement } from 'react';
import { Menu as CardMenu } from '../internal/card/card-menu.tsx';
import type { MenuItem } from '../internal/menu.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { denialScopeOf } from './rule-scope.ts';
import { useScoping } from './scope.tsx';
import { useConfirm } from './use-confirm.ts';

/** What else can be done: remember, answer in the tool's place, add a reason, stop the clock or the run. */
export function Menu(): ReactElement {
  const messages = useMessages(details);
  const confirming = useConfirm('Menu');
  const { card, choice, choose } = confirming;
  const { noting = false, refusing = false, answering = false } = choice;
  const { purpose, allowed_actions: allowed } = card.request;
  const scoping = useScoping();
  const items: MenuItem[] = [];
  if (purpose === 'authorization') {
    if (scoping.possible && !scoping.shown) {
      items.push({ label: messages.chooseScope, onSelect: scoping.show });
    }
    items.push({
      label: noting ? messages.removeNote : messages.addNote,
      onSelect: () => choose({ noting: !noting, note: '' }),
    });
    if (allowed.includes('deny') && denialScopeOf(confirming).scopes.length > 0 && !answering) {
      items.push({
        label: refusing ? messages.forgetDenial : messages.chooseDenial,
        onSelect: () => choose({ refusing: !refusing, denial: undefined }),
      });
    }
    if (allowed.includes('answer')) {
      items.push({
        label: answering ? messages.letToolRun : messages.answerInstead,
        onSelect: () =>
          choose({
            answering: !answering,
            refusing: false,
            denial: undefined,
            editing: false,
            args: undefined,
            modifiedArgs: undefined,
            invalid: false,
          }),
      });
    }
  }
  return <CardMenu items={items} />;
}
