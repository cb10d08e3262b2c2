'use client';
import type { ReactElement, ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { Icon } from '../internal/icons.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { ArgsChange } from '../internal/record/args-change.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ItemContext, useAuditItem, useAuditTrail } from './audit-context.ts';
import { argsAt, type AuditItem } from './trail-items.ts';
import {
  metaOfEntry,
  iconOfEntry,
  outcomeOfEntry,
  subjectOfEntry,
  wordOfEntry,
} from './trail-words.ts';

const words = { ...common, ...details, ...panels, ...record };

/** An entry, and what stands before it. */
export type ItemProps = PartProps<'li'> & {
  item: AuditItem;
  /** The one shown above it, which says the day for both where it is the same. */
  before?: AuditItem | undefined;
};

/**
 * One entry. `data-kind` is the server's; `data-outcome` of those that ended something: `allowed`,
 * `edited`, `denied`, `expired`, `stopped`, `failed`; `data-erased` where its data are gone;
 * `data-broken` where the trail is not as it was written from it on.
 */
export function Item({ item, before, ...props }: ItemProps): ReactElement {
  const { entry, index } = item;
  const { verification } = useAuditTrail('Item');
  const broken = verification.state === 'broken' && verification.entry === index + 1;
  const sameDay = before !== undefined && dayOf(before) === dayOf(item);
  return (
    <ItemContext value={item}>
      {renderPart('li', 'audit-item', {
        'data-kind': entry.kind,
        'data-outcome': outcomeOfEntry(item),
        'data-erased': entry.erased || undefined,
        'data-broken': broken || undefined,
        children: (
          <>
            <Time withDay={!sameDay} /> <What /> <Meta />
            <Args />
          </>
        ),
        ...props,
      })}
    </ItemContext>
  );
}

function dayOf({ entry }: AuditItem): string {
  return new Date(entry.timestamp).toDateString();
}

/** When, by the server's clock: the time, and the day before it with `withDay`. */
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

/** What happened, who did it, and the call that it was about. */
export function What(props: PartProps<'span'>): ReactElement {
  const item = useAuditItem('What');
  const messages = useMessages(words);
  const { actor } = item.entry;
  const tool = item.call?.toolName;
  return renderPart('span', 'audit-what', {
    children: (
      <>
        <Icon name={iconOfEntry(item)} />
        <span data-hitl-part="audit-word">
          <VisibleText text={wordOfEntry(item, messages)} mode="prose" />
        </span>{' '}
        {actor !== undefined && (
          <span data-hitl-part="audit-actor">
            <VisibleText text={messages.by(actor)} mode="prose" />
          </span>
        )}{' '}
        {tool !== undefined && (
          <span data-hitl-part="audit-subject">
            <code data-hitl-part="audit-tool">
              <VisibleText text={tool} />
            </code>{' '}
            <code>
              <VisibleText text={subjectOfEntry(item)} />
            </code>
          </span>
        )}
      </>
    ),
    ...props,
  });
}

/** Why: a person's note, the reason of a rule or a policy, the rules that were saved, an error. */
export function Meta(props: PartProps<'ul'>): ReactNode {
  const item = useAuditItem('Meta');
  const messages = useMessages(words);
  const facts = metaOfEntry(item, messages);
  if (facts.length === 0) return null;
  return renderPart('ul', 'audit-meta', {
    children: facts.map(({ name, value }) => (
      <li key={`${name} ${value}`} data-hitl-part="audit-meta-entry" data-entry={name}>
        {name === 'rule' ? (
          <code>
            <VisibleText text={value} />
          </code>
        ) : (
          <VisibleText text={value} mode="prose" />
        )}
      </li>
    )),
    ...props,
  });
}

/**
 * The arguments: what was proposed, folded; what a person changed, and what ran where it is not what
 * was allowed, as diffs. Renders nothing for entries about no arguments.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const { entry, call, edited, ranOther } = useAuditItem('Args');
  const messages = useMessages(words);
  const proposed = entry.kind === 'approval_required' ? argsAt(entry, 'proposed_args') : undefined;
  if (proposed === undefined && edited === undefined && ranOther === undefined) return null;
  return renderPart('div', 'audit-args', {
    children: (
      <>
        {proposed !== undefined && (
          <details>
            <summary>{messages.shownArgs}</summary>
            <ArgsPreview args={proposed} toolName={call?.toolName} />
          </details>
        )}
        {edited !== undefined && <ArgsChange title={messages.changedArgs} {...edited} />}
        {ranOther !== undefined && <ArgsChange title={messages.ranWith} {...ranOther} />}
      </>
    ),
    ...props,
  });
}
