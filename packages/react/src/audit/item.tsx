'use client';
import { type ReactElement } from 'react';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { Args } from './args.tsx';
import { ItemContext, useAuditTrail } from './audit-context.ts';
import { Meta } from './meta.tsx';
import { Time } from './time.tsx';
import { type AuditItem } from './trail-items.ts';
import { outcomeOfEntry } from './trail-words.ts';
import { What } from './what.tsx';

/** Props of `Item`: an entry and the previous one. */
export type ItemProps = PartProps<'li'> & {
  /** An entry of `trailItems`. */
  item: AuditItem;
  /** The entry above it, which shows the day for both if it is the same. */
  before?: AuditItem | undefined;
};

/**
 * One entry. `data-kind`: the kind set by the server; `data-outcome` of entries with an outcome:
 * `allowed`, `edited`, `denied`, `expired`, `stopped`, `failed`; `data-erased` if its data were
 * erased; `data-broken` if the trail is broken from this entry on.
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
