'use client';
import type { ConfirmRequest, RememberScope } from '@hitl/protocol';
import { use, useId, type ReactNode } from 'react';
import { CompactContext } from '../internal/compact.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirm } from './use-confirm.ts';

const SCOPES: readonly RememberScope[] = ['once', 'session', 'always'];

/** The rules that could be remembered, the exact one first; none where nothing may be. */
function patternsOf({ purpose, metadata }: ConfirmRequest): readonly string[] {
  const { rememberable, resource, suggested_patterns: suggested } = metadata;
  if (purpose !== 'authorization' || rememberable === false) return [];
  const listed = Array.isArray(suggested)
    ? suggested.filter((each): each is string => typeof each === 'string')
    : [];
  return listed.length === 0 && typeof resource === 'string' ? [resource] : listed;
}

/** Whether the choice of what is remembered is shown: among several calls only when asked for. */
export function useScoping(): { possible: boolean; shown: boolean; show: () => void } {
  const { card, choice, choose } = useConfirm('Scope');
  const compact = use(CompactContext);
  const possible = patternsOf(card.request).length > 0;
  return {
    possible,
    shown: possible && (choice.scoping ?? !compact),
    show: () => choose({ scoping: true }),
  };
}

/**
 * For how long leave is given, and the literal rule that would be kept. Renders nothing where nothing
 * may be remembered; in a batch only once the menu asks for it.
 */
export function Scope(props: PartProps<'div'>): ReactNode {
  const messages = useMessages(details);
  const id = useId();
  const { shown } = useScoping();
  const { card, choice, choose } = useConfirm('Scope');
  const patterns = patternsOf(card.request);
  const { scope, patterns: [pattern] = patterns } = choice.remember ?? { scope: 'once' as const };
  const remember = (next: RememberScope, rule: string | undefined): void =>
    choose({ remember: { scope: next, ...(rule !== undefined && { patterns: [rule] }) } });
  if (!shown) return null;
  if (choice.modified_args !== undefined) {
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
                onChange={() => remember(each, each === 'once' ? undefined : pattern)}
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
                  onChange={() => remember(scope, each)}
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
