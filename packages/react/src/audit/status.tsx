'use client';
import { type ReactNode } from 'react';
import { isDown } from '../internal/is-down.ts';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useAuditTrail } from './audit-context.ts';

const words = { ...common, ...details, ...panels, ...record };

/** Status text while nothing is shown, or while the content may be out of date. */
export function Status(props: PartProps<'div'>): ReactNode {
  const { trail, shown, error, connection, onRetry } = useAuditTrail('Status');
  const messages = useMessages(words);
  const failed = error !== undefined && error !== null;
  const said = isDown(connection)
    ? connection?.status === 'offline'
      ? messages.offline
      : messages.reconnecting
    : failed
      ? messages.loadFailed
      : trail === null
        ? messages.auditLoading
        : trail.entries.length === 0
          ? messages.auditEmpty
          : shown.length === 0
            ? messages.noSuchCall
            : undefined;
  if (said === undefined) return null;
  const problem = failed && !isDown(connection);
  return renderPart('div', 'audit-status', {
    role: problem ? 'alert' : 'status',
    'data-problem': problem || undefined,
    children: (
      <>
        {said}
        {problem && onRetry !== undefined && (
          <button type="button" data-hitl-part="retry" data-variant="quiet" onClick={onRetry}>
            {messages.retry}
          </button>
        )}
      </>
    ),
    ...props,
  });
}
