'use client';
import { type ReactElement } from 'react';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { useFormat } from '../messages/use-format.ts';
import { useAuditItem } from './audit-context.ts';

/** The time of the entry by the server's clock, after the day if `withDay` is set. */
export function Time({
  withDay = false,
  ...props
}: PartProps<'time'> & { withDay?: boolean | undefined }): ReactElement {
  const { timestamp } = useAuditItem('Time').entry;
  const format = useFormat();
  return renderPart('time', 'audit-time', {
    dateTime: timestamp,
    title: format.moment(timestamp),
    children: (
      <>
        {withDay && <span data-hitl-part="audit-day">{format.day(timestamp)}</span>}{' '}
        {format.clock(timestamp)}
      </>
    ),
    ...props,
  });
}
