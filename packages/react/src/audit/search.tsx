'use client';
import { type ReactElement } from 'react';
import { composed, type PartProps, renderPart } from '../internal/part.tsx';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useAuditTrail } from './audit-context.ts';

const words = { ...common, ...details, ...panels, ...record };

/** Searches calls by tool or arguments. */
export function Search({ onChange, ...props }: PartProps<'input'>): ReactElement {
  const { calls, search, setSearch } = useAuditTrail('Search');
  const messages = useMessages(words);
  return renderPart('input', 'audit-filter', {
    type: 'search',
    'aria-label': messages.findToolCall,
    placeholder: messages.allToolCalls(calls.length),
    value: search,
    ...props,
    onChange: composed(onChange, (event) => setSearch(event.target.value)),
  });
}
