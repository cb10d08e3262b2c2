'use client';
import type { RuleScope } from '@hitl/client/view';
import type { RememberScope } from '@hitl/protocol';
import type { ReactElement, ReactNode } from 'react';
import { Radio, Radios } from '../internal/choices.tsx';
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
  const { scopes, scope, choices, chosen, remember } = value;
  const current = chosen.join('\n');
  return (
    <>
      <Radios
        data-hitl-part="scope-choices"
        aria-label={label}
        value={scope}
        onValueChange={(next) => remember(next as RememberScope)}
        disabled={disabled}
      >
        {scopes.map((each) => (
          <label key={each} data-hitl-part="scope-choice">
            <Radio value={each} />
            <span>{messages.scopes[each]}</span>
          </label>
        ))}
      </Radios>
      {scope !== 'once' && (
        <>
          <Radios
            data-hitl-part="scope-rules"
            aria-label={rulesLabel}
            value={current}
            onValueChange={(next) => remember(scope, next.split('\n'))}
            disabled={disabled}
          >
            <span data-hitl-part="scope-rules-label">{rulesLabel}</span>
            {choices.map((rules, index) => (
              <label key={rules.join('\n')} data-hitl-part="scope-rule">
                <Radio value={rules.join('\n')} />
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
          </Radios>
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
