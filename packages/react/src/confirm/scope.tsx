'use client';
import type { RememberScope } from '@hitl/protocol';
import { useId, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirm } from './use-confirm.ts';

const SCOPES: readonly RememberScope[] = ['once', 'session', 'always'];

/**
 * For how long leave is given, and the literal rule that would be kept. Renders nothing where nothing
 * may be remembered; in a batch only once the menu asks for it.
 */
export function Scope(props: PartProps<'div'>): ReactNode {
  const messages = useMessages();
  const id = useId();
  const { card, scoping, scope, setScope, patterns, pattern, setPattern, edited } =
    useConfirm('Scope');
  if (patterns.length === 0 || !scoping) return null;
  if (edited) {
    return renderPart('div', 'scope', { children: messages.editedOnce, ...props });
  }
  return renderPart('div', 'scope', {
    children: (
      <>
        <div data-hitl-part="scope-choices" role="radiogroup" aria-label={messages.scope}>
          {SCOPES.map((each) => (
            <label key={each} data-hitl-part="scope-choice">
              <input
                type="radio"
                name={`${id}-scope`}
                checked={scope === each}
                disabled={!card.answerable}
                onChange={() => setScope(each)}
              />
              <span>{messages.scopes[each]}</span>
            </label>
          ))}
        </div>
        {scope !== 'once' && (
          <div data-hitl-part="scope-rules" role="radiogroup" aria-label={messages.ruleToSave}>
            <span data-hitl-part="scope-rules-label">{messages.ruleToSave}</span>
            {patterns.map((each, index) => (
              <label key={each} data-hitl-part="scope-rule">
                <input
                  type="radio"
                  name={`${id}-rule`}
                  checked={pattern === each}
                  disabled={!card.answerable}
                  onChange={() => setPattern(each)}
                />
                <code>
                  <VisibleText text={each} />
                </code>
                <span data-hitl-part="scope-rule-reach">
                  {index === 0 ? messages.exactRule : messages.widerRule}
                </span>
              </label>
            ))}
          </div>
        )}
      </>
    ),
    ...props,
  });
}
