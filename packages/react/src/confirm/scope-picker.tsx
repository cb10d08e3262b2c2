'use client';
import type { RuleScope } from '@hitl/client/view';
import type { RememberScope } from '@hitl/protocol';
import { useId, type ReactElement, type ReactNode } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { RuleExamples } from './rule-examples.tsx';
import type { RuleReach } from './use-rule-reach.ts';

/** What all begins with that `tool(start:*)` or `tool(start *)` covers; `undefined` for other rules. */
function startOf([rule = '', ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  return /^[^(]+\(([^*]+?)(?::| )\*\)$/.exec(rule)?.[1];
}

/** For how long, with which literal rules, and what else those would cover. */
export function ScopePicker({
  label,
  rulesLabel,
  examplesLabel,
  value,
  reach,
  onExamplesOpen = () => {},
  disabled,
  children,
}: {
  label: string;
  rulesLabel: string;
  examplesLabel: string;
  value: RuleScope;
  reach: RuleReach | undefined;
  onExamplesOpen?: () => void;
  disabled: boolean;
  /** What stands below the rules, while any would be saved. */
  children?: ReactNode;
}): ReactElement {
  const messages = useMessages(details);
  const id = useId();
  const { scopes, scope, choices, chosen, remember } = value;
  const choose = (next: RememberScope): void => remember(next);
  const current = chosen.join('\n');
  return (
    <>
      <div data-hitl-part="scope-choices" role="radiogroup" aria-label={label}>
        {scopes.map((each) => (
          <label key={each} data-hitl-part="scope-choice">
            <input
              type="radio"
              name={`${id}-scope`}
              checked={scope === each}
              disabled={disabled}
              onChange={() => choose(each)}
            />
            <span>{messages.scopes[each]}</span>
          </label>
        ))}
      </div>
      {scope !== 'once' && (
        <>
          <div data-hitl-part="scope-rules" role="radiogroup" aria-label={rulesLabel}>
            <span data-hitl-part="scope-rules-label">{rulesLabel}</span>
            {choices.map((rules, index) => (
              <label key={rules.join('\n')} data-hitl-part="scope-rule">
                <input
                  type="radio"
                  name={`${id}-rule`}
                  checked={current === rules.join('\n')}
                  disabled={disabled}
                  onChange={() => remember(scope, rules)}
                />
                <span data-hitl-part="scope-rule-text">
                  {rules.map((rule) => (
                    <code key={rule}>
                      <VisibleText text={rule} />
                    </code>
                  ))}
                  <span data-hitl-part="scope-rule-reach">
                    {index === 0 ? messages.exactRule : messages.widerRule(startOf(rules))}
                  </span>
                </span>
              </label>
            ))}
          </div>
          <RuleExamples
            label={examplesLabel}
            rules={chosen}
            exact={current === choices[0]?.join('\n')}
            reach={reach}
            onOpen={onExamplesOpen}
          />
          {children}
        </>
      )}
    </>
  );
}
