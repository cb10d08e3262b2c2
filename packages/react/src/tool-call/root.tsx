'use client';
import type { CallRecord } from '@hitl/client';
import { toolCallView } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { CallLinksContext, ToolCallContext, type CallLinks } from './call-context.ts';

/** Props of a section, the record of the call, and the handlers of its links. */
export type RootProps = PartProps<'details'> &
  CallLinks & {
    /** `session.calls?.get(runId, callId)`. */
    record: CallRecord;
  };

/**
 * Groups the parts of one call, initially closed. `data-state`: `proposed`, `waiting`, `ready`,
 * `running`, `ran`, `failed`, `answered`, `provided`, `declined`, `denied`, `expired`, `cancelled`,
 * `superseded`.
 */
export function Root({ record, onAuditSelect, onRuleSelect, ...props }: RootProps): ReactElement {
  const view = toolCallView(record);
  return (
    <ToolCallContext value={view}>
      <CallLinksContext value={{ onAuditSelect, onRuleSelect }}>
        {renderPart('details', 'tool-call', { 'data-state': view.state, ...props })}
      </CallLinksContext>
    </ToolCallContext>
  );
}
