import * as view from '@hitl/client/view';
import type { Confirming } from './use-confirm.ts';

type Chooser = Pick<Confirming, 'card' | 'choice' | 'choose'>;

/** The rule that allowing the call of a card would save. */
export function approvalScopeOf({ card, choice, choose }: Chooser): view.RuleScope {
  return view.approvalScopeOf(card.request, choice.remember, (remember) => choose({ remember }));
}

/** The rule that denying the call of a card would save. */
export function denialScopeOf(
  { card, choice, choose }: Chooser,
  suggested: readonly string[] = [],
): view.RuleScope {
  return view.denialScopeOf(card.request, choice.denial, (denial) => choose({ denial }), suggested);
}
