import { ruleReachOf, type RuleScope, type RuleTerm } from '@hitl/client/view';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Code } from '../internal/code.tsx';
import { focusAsked } from '../internal/focus-asked.ts';
import { useCardWords } from '../messages/card-words.ts';
import { RuleExamples } from './rule-examples.tsx';
import type { RuleReach } from './use-rule-reach.ts';

/** Picker of the scope and the literal rules, with what else they would cover. */
export function ScopePicker({
  label,
  rulesLabel,
  examplesLabel,
  value,
  reach,
  onExamplesOpen = () => {},
  asked = false,
  disabled,
  children,
}: {
  label: string;
  rulesLabel: string;
  examplesLabel: string;
  value: RuleScope;
  reach: RuleReach | undefined;
  onExamplesOpen?: () => void;
  /** Whether a press has just opened it: it takes the focus. */
  asked?: boolean;
  disabled: boolean;
  /** Shown below the rules while any would be saved. */
  children?: ReactNode;
}): ReactElement {
  const messages = useCardWords();
  const id = useId();
  const { terms, term, choices, exact, chosen, remember } = value;
  const current = chosen.join('\n');
  return (
    <>
      <label data-hitl-part="scope-label" htmlFor={id}>
        {label}
      </label>
      <select
        ref={asked ? focusAsked : undefined}
        id={id}
        data-hitl-part="scope-term"
        value={term}
        disabled={disabled}
        onChange={(event) => remember(event.target.value as RuleTerm)}
      >
        {terms.map((each) => (
          <option key={each} value={each}>
            {messages.scopes[each]}
          </option>
        ))}
      </select>
      {term !== 'once' && (
        <>
          {/* A native select: a list on every card should not need a library. */}
          <div data-hitl-part="scope-rules" role="radiogroup" aria-label={rulesLabel}>
            {choices.map((rules) => (
              <label key={rules.join('\n')} data-hitl-part="scope-rule">
                <input
                  type="radio"
                  data-hitl-part="scope-radio"
                  name={`${id}-rule`}
                  checked={rules.join('\n') === current}
                  disabled={disabled}
                  onChange={() => remember(term, rules)}
                />
                <span data-hitl-part="scope-rule-text">
                  {rules.map((rule) => (
                    <Code key={rule} part="rule" text={rule} />
                  ))}
                  <span data-hitl-part="scope-rule-reach">
                    {ruleReachOf(rules, exact, messages)}
                  </span>
                </span>
              </label>
            ))}
          </div>
          <RuleExamples
            label={examplesLabel}
            rules={chosen}
            exact={current === exact}
            reach={reach}
            onOpen={onExamplesOpen}
          />
          {children}
        </>
      )}
    </>
  );
}
