'use client';
import { type ReactNode } from 'react';
import { isDown } from '../internal/is-down.ts';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { RetryButton } from '../internal/retry-button.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditTrail } from './audit-context.ts';

/** Status text while nothing is shown, or while the content may be out of date. */
export function Status(props: PartProps<'div'>): ReactNode {
  const { trail, shown, error, connection, onRetry } = useAuditTrail('Status');
  const messages = useRecordWords();
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
        {problem && onRetry !== undefined && <RetryButton onRetry={onRetry} />}
      </>
    ),
    ...props,
  });
}
