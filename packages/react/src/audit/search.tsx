'use client';
import { type ReactElement } from 'react';
import { composed, type PartProps, renderPart } from '../internal/part.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditTrail } from './audit-context.ts';

/** Searches calls by tool or arguments. */
export function Search({ onChange, ...props }: PartProps<'input'>): ReactElement {
  const { calls, search, setSearch } = useAuditTrail('Search');
  const messages = useRecordWords();
  return renderPart('input', 'audit-filter', {
    type: 'search',
    'aria-label': messages.findToolCall,
    placeholder: messages.allToolCalls(calls.length),
    value: search,
    ...props,
    onChange: composed(onChange, (event) => setSearch(event.target.value)),
  });
}
