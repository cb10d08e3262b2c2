'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { isDown } from '../internal/is-down.ts';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { AuditContext, type AuditSource } from './audit-context.ts';
import { auditItems, type AuditItems, itemsAbout } from './trail-items.ts';
import { useVerification } from './use-verification.ts';

/** The reason for the change of the selected call, and its event. */
export interface ToolCallChangeDetails {
  reason: 'choice';
  event: Event;
}

/** A trail, and the selected call. */
export type RootProps = Omit<PartProps<'section'>, keyof AuditSource> &
  AuditSource & {
    /** The call whose entries are shown; empty: all. */
    toolCallId?: string | undefined;
    /** Initial value. Default: all. */
    defaultToolCallId?: string | undefined;
    /** Called when a person chooses another call, or all (empty). */
    onToolCallIdChange?: ((toolCallId: string, details: ToolCallChangeDetails) => void) | undefined;
    /**
     * A `head` of this run that was recorded elsewhere: the trail is intact only if it contains
     * this hash.
     */
    expectedHead?: string | undefined;
  };

const NOTHING: AuditItems = { items: [], calls: [] };

/**
 * Groups the parts of an audit trail. `data-state`: `loading`, `failed`, `empty`, `ready`;
 * `data-offline` while it may be outdated.
 */
export function Root(props: RootProps): ReactElement {
  const {
    trail,
    error,
    connection,
    onRetry,
    toolCallId: given,
    defaultToolCallId = '',
    onToolCallIdChange,
    expectedHead,
    ...rest
  } = props;
  const messages = useRecordWords();
  const [own, setOwn] = useState(defaultToolCallId);
  const toolCallId = given ?? own;
  const [search, setSearch] = useState('');
  // Computed once for ten thousand entries, not for each keystroke in the search.
  const all = useMemo(() => (trail === null ? NOTHING : auditItems(trail)), [trail]);
  const shown = useMemo(() => itemsAbout(all, toolCallId, search), [all, toolCallId, search]);
  const { items, calls } = all;
  const verification = useVerification(trail, expectedHead);
  const failed = error !== undefined && error !== null;
  const state =
    trail === null ? (failed ? 'failed' : 'loading') : items.length === 0 ? 'empty' : 'ready';
  return (
    <AuditContext
      value={{
        trail,
        error,
        connection,
        onRetry,
        calls,
        shown,
        toolCallId,
        search,
        setSearch,
        verification,
        chooseCall(next, event) {
          setOwn(next);
          onToolCallIdChange?.(next, { reason: 'choice', event });
        },
      }}
    >
      {renderPart('section', 'audit-root', {
        role: 'group',
        'aria-label': messages.audit,
        'data-state': state,
        'data-offline': isDown(connection) || undefined,
        ...rest,
      })}
    </AuditContext>
  );
}
