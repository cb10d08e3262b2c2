'use client';
import type { CallRecord } from '@hitl/client';
import { toolCallView } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { ToolCallContext } from './call-context.ts';

/** A section’s props, and what the log says of the call: `session.calls?.get(runId, callId)`. */
export type RootProps = PartProps<'details'> & { record: CallRecord };

/**
 * Groups the parts of one call, closed at first. `data-state`: `proposed`, `waiting`, `ready`,
 * `running`, `ran`, `failed`, `answered`, `provided`, `declined`, `denied`, `expired`, `cancelled`,
 * `superseded`.
 */
export function Root({ record, ...props }: RootProps): ReactElement {
  const view = toolCallView(record);
  return (
    <ToolCallContext value={view}>
      {renderPart('details', 'tool-call', { 'data-state': view.state, ...props })}
    </ToolCallContext>
  );
}
