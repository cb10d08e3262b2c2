import { isShowable, type ArmedEvent } from '@hitl/client/view';
import { isAnswerable, type BatchItem } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useCallback, useState } from 'react';
import { useLatest } from '../internal/use-latest.ts';
import type { LeftOut, UseBatchResult } from '../hooks/use-batch.ts';
import { lineOf } from './line-of.ts';

/** State of reviewing a batch: the open row, and the rows that have been seen. */
export interface Review extends Pick<UseBatchResult, 'allowable' | 'leftOut' | 'allowAll'> {
  /** The id of the request whose row is open; `''`: none. */
  readonly open: string;
  /** Opens a row and closes the other; `''` closes it. */
  readonly setOpen: (requestId: string) => void;
}

interface Place {
  readonly id: string;
  /** Whether it was pending when opened: once it is decided, the next one is opened. */
  readonly waited: boolean;
}

const waits = ({ status }: BatchItem): boolean => isAnswerable(status);

/** The first pending item after another one, else the first of all. */
function nextAfter(items: readonly BatchItem[], id: string): string {
  const at = items.findIndex(({ request }) => request.id === id);
  return (items.slice(at + 1).find(waits) ?? items.find(waits))?.request.id ?? '';
}

/**
 * The open row: the first pending one, then the next one after each decision made here. A request
 * answered elsewhere stays open and says so. `allowAll` leaves out calls that were never fully
 * shown.
 */
export function useReview({ items, allowable, leftOut, allowAll }: UseBatchResult): Review {
  const [place, setPlace] = useState<Place>(() => ({ id: nextAfter(items, ''), waited: true }));
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set([place.id]));
  const latest = useLatest(items);
  // A stable function, so that only changed rows render.
  const setOpen = useCallback(
    (id: string) => {
      const item = latest.current.find(({ request }) => request.id === id);
      setPlace({ id, waited: item !== undefined && waits(item) });
      setSeen((before) => (before.has(id) ? before : new Set([...before, id])));
    },
    [latest],
  );
  const current = items.find(({ request }) => request.id === place.id);
  const decided = place.waited && (current === undefined || current.status === 'confirmed');
  const next = decided ? nextAfter(items, place.id) : place.id;
  // Set while rendering, so that the next row opens in the same frame in which this one folds.
  if (next !== place.id) {
    setPlace({ id: next, waited: true });
    setSeen(new Set([...seen, next]));
  }

  const isSeen = (request: InteractionRequest): boolean =>
    seen.has(request.id) || lineOf(request).whole;
  const known = allowable.filter(isSeen);
  const unseen = allowable.filter((request) => !isSeen(request));
  const order = items.map(({ request }) => request.id);
  const left: LeftOut[] = [
    ...leftOut,
    ...unseen.map((request) => ({ request, reason: 'unseen' as const })),
  ];
  return {
    open: next,
    setOpen,
    allowable: known,
    leftOut: left
      .filter(({ request }) => isShowable(request))
      .toSorted((one, other) => order.indexOf(one.request.id) - order.indexOf(other.request.id)),
    allowAll: (event?: ArmedEvent) => allowAll(event, known),
  };
}
