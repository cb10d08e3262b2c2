'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useFormat } from '../messages/use-format.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useRule } from './grants-context.ts';

/** Scope of the rule, creation time, last use and expiry. */
export function Origin(props: PartProps<'span'>): ReactElement {
  const rule = useRule('Origin');
  const messages = usePanelWords();
  const { time } = useFormat();
  const facts = [
    messages.grantScopes[rule.scope],
    messages.grantedAt(time(rule.created_at)),
    rule.last_used_at === undefined
      ? messages.neverUsed
      : messages.lastUsed(time(rule.last_used_at)),
    ...(rule.expires_at === undefined ? [] : [messages.expires(time(rule.expires_at))]),
  ];
  return renderPart('span', 'grant-origin', { children: facts.join(' · '), ...props });
}
