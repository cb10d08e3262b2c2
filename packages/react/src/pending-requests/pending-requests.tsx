'use client';
import type { InteractionRequest } from '@hitl/protocol';
import { memo, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { Interaction } from '../interaction/index.ts';
import { ArrangementContext, createArrangement } from '../internal/arming.ts';
import { useMergedRef } from '../internal/merged-ref.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { LONG, useGrowing } from '../internal/use-growing.ts';
import { useHandover } from '../internal/use-handover.ts';
import { useSettings } from '../internal/settings.ts';
import { Panel, type BatchProps } from '../batch/batch.tsx';

/** The requests of one message. */
interface Group {
  readonly key: string;
  readonly requests: readonly InteractionRequest[];
}

function groupsOf(requests: readonly InteractionRequest[]): Group[] {
  const groups = new Map<string, InteractionRequest[]>();
  for (const request of requests) {
    const key = request.message_id ?? request.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return [...groups].map(([key, grouped]) => ({ key, requests: grouped }));
}

/** All that waits, and how long what has ended stays in sight. */
export type PendingRequestsProps = Omit<PartProps<'div'>, keyof BatchProps> &
  BatchProps & {
    /**
     * How long what has ended stays as a receipt before it leaves, in milliseconds. Default 4000;
     * `Infinity`: for as long as the page. What expired stays thirty times as long, so that it can be
     * asked again.
     */
    lingerMs?: number | undefined;
  };

/** How many times longer what expired stays. */
const EXPIRED_LINGERS = 30;
/** A timer for longer would go off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function PendingRequestCards({
  requests,
  onRespond,
  renderers,
  lingerMs = 4000,
  ref: theirs,
  ...props
}: PendingRequestsProps): ReactElement {
  const shown = useLingering(groupsOf(requests), lingerMs);
  const ref = useMergedRef(useHandover(requests, shown), theirs);
  const count = useGrowing(shown.length);
  const common = { onRespond, renderers };
  const [arrangement] = useState(createArrangement);
  const element = renderPart('div', 'pending-requests', {
    children: shown.slice(0, count).map(({ key, requests: list }) => {
      const [first, ...rest] = list;
      if (first === undefined) return null;
      const single = rest.length === 0 && (first.batch?.size ?? 1) === 1;
      return single ? (
        <Interaction.Auto key={key} request={first} {...common} />
      ) : (
        <MessagePanel key={key} requests={list} {...common} />
      );
    }),
    'data-long': shown.length > LONG || undefined,
    ...props,
    ref,
  });
  return <ArrangementContext value={arrangement}>{element}</ArrangementContext>;
}

/** Memoized: what changes is one message, and the others keep their lists. */
const MessagePanel = memo(Panel);

/**
 * All that waits, message by message: a single request as its card, several as a panel. Hand it
 * `session.pending` or the requests of an inbox; what has ended folds to a receipt and then leaves.
 * `data-long` where there are so many that those off the screen need not be laid out. Memoized, because
 * what an agent writes beside it comes in many pieces a second.
 */
export const PendingRequests: ComponentType<PendingRequestsProps> = memo(PendingRequestCards);

/** The groups that are there and, for a while, as they were, those that are gone. */
function useLingering(groups: readonly Group[], lingerMs: number): readonly Group[] {
  const [kept, setKept] = useState<readonly Group[]>(groups);
  const current = new Map(groups.map((group) => [group.key, group]));
  const known = new Set(kept.map(({ key }) => key));
  const next = [
    ...kept.map((group) => merged(group, current.get(group.key))),
    ...groups.filter(({ key }) => !known.has(key)),
  ];
  // Adopted while rendering: what waits is shown in the same frame.
  if (!sameGroups(kept, next)) setKept(next);

  const gone = next.filter(({ key }) => !current.has(key)).map(({ key }) => key);
  const goneKeys = gone.join('\n');
  const { now } = useSettings();
  useEffect(() => {
    if (goneKeys === '') return undefined;
    const leaving = new Set(goneKeys.split('\n'));
    const isOverdue = ({ expires_at: end, paused }: InteractionRequest): boolean =>
      end !== undefined && paused !== true && Date.parse(end) <= now();
    // Nobody saw what expired, and who comes back to it may want to be asked again.
    const late = new Set(
      next.filter(({ requests }) => requests.some(isOverdue)).map(({ key }) => key),
    );
    const leave = (stays: ReadonlySet<string>): void =>
      setKept((before) => before.filter(({ key }) => !leaving.has(key) || stays.has(key)));
    const timers = [
      setTimeout(() => leave(late), Math.min(lingerMs, MAX_TIMER_MS)),
      setTimeout(() => leave(new Set()), Math.min(lingerMs * EXPIRED_LINGERS, MAX_TIMER_MS)),
    ];
    return () => timers.forEach(clearTimeout);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the clock and the groups are looked at when one goes
  }, [goneKeys, lingerMs]);
  return next;
}

/** A group with what is new about its requests; those that ended keep their places. */
function merged(before: Group, now: Group | undefined): Group {
  if (now === undefined) return before;
  if (sameItems(before.requests, now.requests)) return before;
  const fresh = new Map(now.requests.map((request) => [request.id, request]));
  const requests = [
    ...before.requests.map((request) => fresh.get(request.id) ?? request),
    ...now.requests.filter(({ id }) => !before.requests.some((request) => request.id === id)),
  ];
  return sameItems(requests, before.requests) ? before : { key: before.key, requests };
}

function sameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function sameGroups(left: readonly Group[], right: readonly Group[]): boolean {
  return (
    left.length === right.length &&
    left.every(
      (group, index) =>
        group.key === right[index]?.key && sameItems(group.requests, right[index].requests),
    )
  );
}
