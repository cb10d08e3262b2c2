'use client';
import { visibleString } from '@hitl/client/view';
import { type ReactElement, type ReactNode } from 'react';
import { composed, type PartProps, renderPart } from '../internal/part.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditTrail } from './audit-context.ts';
import { Search } from './search.tsx';
import { labelOf } from './trail-items.ts';

/** With more calls, a search field replaces the select. */
const MANY_CALLS = 200;

/**
 * Selects the call whose entries are shown; for more than 200 calls it becomes a field that
 * searches by tool or arguments. Renders nothing without calls.
 */
export function Filter(props: PartProps<'select'>): ReactNode {
  const { calls } = useAuditTrail('Filter');
  if (calls.length === 0) return null;
  return calls.length > MANY_CALLS ? <Search /> : <Choice {...props} />;
}

function Choice({ onChange, ...props }: PartProps<'select'>): ReactElement {
  const { calls, toolCallId, chooseCall } = useAuditTrail('Filter');
  const messages = useRecordWords();
  return renderPart('select', 'audit-filter', {
    'aria-label': messages.toolCall,
    value: toolCallId,
    children: (
      <>
        <option value="">{messages.allToolCalls(calls.length)}</option>
        {calls.map((call) => (
          <option key={call.id} value={call.id}>
            {visibleString(labelOf(call).slice(0, 100))}
          </option>
        ))}
      </>
    ),
    ...props,
    onChange: composed(onChange, (event) => chooseCall(event.target.value, event.nativeEvent)),
  });
}
