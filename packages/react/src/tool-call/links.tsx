'use client';
import { use, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { useCallWords } from '../messages/call-words.ts';
import { CallLinksContext, useToolCall } from './call-context.ts';

/**
 * Links to the audit trail of the call, and to the rules that decided it or were saved. Renders
 * nothing if the page handles neither.
 */
export function Links(props: PartProps<'div'>): ReactNode {
  const call = useToolCall('Links');
  const { onAuditSelect, onRuleSelect } = use(CallLinksContext);
  const messages = useCallWords();
  const { decider, rules: saved } = call;
  const rules = new Set(saved.map(({ pattern }) => pattern));
  if (decider?.kind === 'rule') rules.add(decider.rule);
  if (onRuleSelect === undefined) rules.clear();
  if (onAuditSelect === undefined && rules.size === 0) return null;
  return renderPart('div', 'tool-call-links', {
    children: (
      <>
        {onAuditSelect !== undefined && (
          <button type="button" data-hitl-part="link" onClick={() => onAuditSelect(call)}>
            {messages.showAudit}
          </button>
        )}
        {[...rules].map((rule) => (
          <button
            key={rule}
            type="button"
            data-hitl-part="link"
            onClick={() => onRuleSelect?.(rule, call)}
          >
            {messages.showRule} <Code text={rule} />
          </button>
        ))}
      </>
    ),
    ...props,
  });
}
