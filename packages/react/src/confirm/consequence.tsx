'use client';
import { ruleReachOf } from '@hitl/client/view';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Code } from '../internal/code.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';
import { Examples } from './rule-examples.tsx';
import { useRuleReach } from './use-rule-reach.ts';

/**
 * The effect of a rule about a call of high risk: the rule, and what else it covers. Renders
 * nothing until `Answer` was pressed once with a lasting scope; a second press saves the rule.
 */
export function Consequence(props: PartProps<'div'>): ReactNode {
  const { askedAt } = useConfirmContext('Consequence');
  return askedAt === undefined ? null : <Asked {...props} />;
}

/** Its text is announced, and Tab leads to the answers. */
function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

function Asked(props: PartProps<'div'>): ReactElement {
  const messages = useCardWords();
  const { request, approvalScope, ask } = useConfirmContext('Consequence');
  const { term, chosen, exact } = approvalScope;
  const reach = useRuleReach(request, true);
  const id = useId();
  return renderPart('div', 'consequence', {
    role: 'group',
    tabIndex: -1,
    'aria-labelledby': id,
    children: (
      <>
        <p id={id} data-hitl-part="consequence-text">
          {messages.consequence(messages.scopes[term])}
        </p>
        <span data-hitl-part="consequence-rules">
          {chosen.map((rule) => (
            <Code key={rule} part="rule" text={rule} />
          ))}
        </span>
        <div data-hitl-part="consequence-reach">
          {chosen.join('\n') === exact || reach === undefined ? (
            <p>{ruleReachOf(chosen, exact, messages)}</p>
          ) : (
            <Examples rules={chosen} reach={reach} />
          )}
        </div>
        <button
          type="button"
          data-hitl-part="consequence-back"
          data-variant="quiet"
          onClick={({ currentTarget }) => {
            // When it disappears, the focus returns to where it was.
            currentTarget
              .closest('[data-hitl-part$="-root"]')
              ?.querySelector<HTMLElement>('[data-confirmed="true"]')
              ?.focus();
            ask(undefined);
          }}
        >
          {messages.goBack}
        </button>
      </>
    ),
    ...props,
    ref: focusIt,
  });
}
