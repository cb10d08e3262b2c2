import { ruleReachOf, visibleString, type ConfirmChoice, type RuleSet } from '../view/index.ts';
import type { FieldParts } from './field.ts';
import type { ChatWords } from './words.ts';

/** What goes with the decision about a call: for how long it holds, the rule to save, a note. */
export function decisionFields(choice: ConfirmChoice, words: ChatWords): FieldParts[] {
  const note: FieldParts = {
    key: 'note',
    control: 'input',
    label: words.note,
    set: choice.setNote,
    more: { hint: words.noteHint, value: choice.note },
  };
  return [...termFields(choice, words), note];
}

function termFields({ edited, approvalScope }: ConfirmChoice, words: ChatWords): FieldParts[] {
  const { terms, term, choices, exact, chosen, remember } = approvalScope;
  if (terms.length === 0 || edited) return [];
  const current = chosen.join('\n');
  const remembered: FieldParts = {
    key: 'remember',
    control: 'select',
    label: words.scope,
    set(value) {
      const next = terms.find((each) => each === value);
      if (next !== undefined) remember(next);
    },
    more: {
      value: term,
      options: terms.map((value) => ({
        value,
        label: words.scopes[value],
        description: undefined,
        chosen: value === term,
      })),
    },
  };
  if (term === 'once') return [remembered];
  const rule: FieldParts = {
    key: 'rule',
    control: 'radio',
    label: words.ruleToSave,
    set: (value) => remember(term, choices[Number(value)]),
    more: {
      code: true,
      options: choices.map((rules, index) => ({
        value: String(index),
        label: ruleText(rules),
        description: ruleReachOf(rules, exact, words),
        chosen: rules.join('\n') === current,
      })),
    },
  };
  return [remembered, rule];
}

/** The literal patterns, one per line. */
export function ruleText(rules: RuleSet): string {
  return rules.map((rule) => visibleString(rule, 'code')).join('\n');
}
