'use client';
import { visibleString } from '@hitl/client/view';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../internal/icons.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { CopyButton } from '../internal/record/copy-button.tsx';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { AuditContext, useAuditTrail, type AuditSource } from './audit-context.ts';
import { List } from './list.tsx';
import { auditItems, itemsAbout, labelOf, type AuditItems } from './trail-items.ts';
import { trailText } from './trail-text.ts';
import { useAudit } from './use-audit.ts';
import { useVerification } from './use-verification.ts';

export { Args, Meta, Item, Time, What } from './item.tsx';

export { List };

const words = { ...common, ...details, ...panels, ...record };

/** Why the chosen call changes, and the event that did it. */
export interface ToolCallChangeDetails {
  reason: 'choice';
  event: Event;
}

/** A trail, and which call of it is shown. */
export type RootProps = Omit<PartProps<'section'>, keyof AuditSource> &
  AuditSource & {
    /** The call whose entries are shown; empty: all. */
    toolCallId?: string | undefined;
    /** Default: all. */
    defaultToolCallId?: string | undefined;
    onToolCallIdChange?: ((toolCallId: string, details: ToolCallChangeDetails) => void) | undefined;
    /** A `head` of this run that was noted elsewhere: the trail is whole only if it has that hash. */
    expectedHead?: string | undefined;
  };

const NOTHING: AuditItems = { items: [], calls: [] };

/**
 * Groups what happened in a run. `data-state`: `loading`, `failed`, `empty`, `ready`; `data-offline`
 * while it may be out of date.
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
  const messages = useMessages(words);
  const [own, setOwn] = useState(defaultToolCallId);
  const toolCallId = given ?? own;
  const [search, setSearch] = useState('');
  // Ten thousand entries are put together once, not for each letter that is typed beside them.
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

function isDown(connection: AuditSource['connection']): boolean {
  return connection?.status === 'offline' || connection?.status === 'reconnecting';
}

/** What there is to say while nothing is shown, or while what is shown may be out of date. */
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

/**
 * Whether the trail is as it was written, by its hashes. `data-state`: `checking`, `verified`, `broken`
 * and from which entry on, `unverifiable`. Renders nothing while there is no trail.
 */
export function Verification(props: PartProps<'p'>): ReactNode {
  const { trail, verification } = useAuditTrail('Verification');
  const messages = useMessages(words);
  if (trail === null) return null;
  const { state } = verification;
  const icons = {
    checking: 'clock',
    verified: 'check',
    broken: 'high',
    unverifiable: 'medium',
  } as const;
  const said = {
    checking: () => messages.checkingTrail,
    verified: () =>
      verification.state === 'verified' ? messages.trailVerified(verification.entries) : '',
    broken: () =>
      verification.state === 'broken'
        ? messages.trailBroken(verification.entry, verification.why)
        : '',
    unverifiable: () => messages.trailUnverifiable,
  };
  return renderPart('p', 'audit-verification', {
    role: state === 'broken' ? 'alert' : undefined,
    'data-state': state,
    children: (
      <>
        <Icon name={icons[state]} />
        {said[state]()}
      </>
    ),
    ...props,
  });
}

/** More calls than one can choose from are looked for instead. */
const MANY_CALLS = 200;

/**
 * Chooses the call whose entries are shown; of more than 200 the part is a field that looks for some,
 * by tool or arguments. Renders nothing where there is none.
 */
export function Filter(props: PartProps<'select'>): ReactNode {
  const { calls } = useAuditTrail('Filter');
  if (calls.length === 0) return null;
  return calls.length > MANY_CALLS ? <Search /> : <Choice {...props} />;
}

function Choice({ onChange, ...props }: PartProps<'select'>): ReactElement {
  const { calls, toolCallId, chooseCall } = useAuditTrail('Filter');
  const messages = useMessages(words);
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

/** Looks for calls by tool or arguments. */
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

/**
 * Copies what is shown as text, all of it, also of a long trail. `data-state`: `idle`; `copied` or
 * `failed` until the button is left.
 */
export function Copy(props: PartProps<'button'>): ReactNode {
  const { shown } = useAuditTrail('Copy');
  const messages = useMessages(words);
  if (shown.length === 0) return null;
  return <CopyButton partName="audit-copy" text={() => trailText(shown, messages)} {...props} />;
}

/** The filter, whether the trail is whole, and copying, side by side. */
export function Tools(props: PartProps<'div'>): ReactNode {
  const { trail } = useAuditTrail('Tools');
  if (trail === null || trail.entries.length === 0) return null;
  return renderPart('div', 'audit-tools', {
    children: (
      <>
        <Filter />
        <Verification />
        <Copy />
      </>
    ),
    ...props,
  });
}

/** As of `Root`, but for what is read by the id of the run. */
export type PanelProps = Omit<RootProps, keyof AuditSource> & { runId: string };

/** What happened in a run, read from the provider's client, and what is added to it as it happens. */
export function Panel({ runId, ...props }: PanelProps): ReactElement {
  const { trail, error, connection, refresh } = useAudit(runId);
  return (
    <Root
      trail={trail}
      error={error}
      connection={connection}
      onRetry={() => void refresh()}
      {...props}
    >
      <Tools />
      <Status />
      <List />
    </Root>
  );
}
