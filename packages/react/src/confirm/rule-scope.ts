import {
  denialScopeOf as denying,
  approvalScopeOf as remembering,
  type RuleScope,
} from '@hitl/client/view';
import type { Confirming } from './use-confirm.ts';

type Chooser = Pick<Confirming, 'card' | 'choice' | 'choose'>;

/** What can be remembered about the call of a card when it is allowed, and what is. */
export function rememberingOf({ card, choice, choose }: Chooser): RuleScope {
  return remembering(card.request, choice.remember, (remember) => choose({ remember }));
}

/** What can be remembered about the call of a card when it is denied, and what is. */
export function denyingOf(
  { card, choice, choose }: Chooser,
  suggested: readonly string[] = [],
): RuleScope {
  return denying(card.request, choice.denial, (denial) => choose({ denial }), suggested);
}
