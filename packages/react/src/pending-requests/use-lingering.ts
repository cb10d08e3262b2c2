import type { InteractionRequest } from '@hitl/protocol';
import { useEffect, useState } from 'react';
import { useSettings } from '../internal/settings.ts';
import { merged, sameGroups, type Group } from './groups.ts';

/** How many times longer expired requests stay. */
const EXPIRED_LINGERS = 30;
/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The current groups and, for a while, removed ones in their last state. */
export function useLingering(groups: readonly Group[], lingerMs: number): readonly Group[] {
  const [kept, setKept] = useState<readonly Group[]>(groups);
  const current = new Map(groups.map((group) => [group.key, group]));
  const known = new Set(kept.map(({ key }) => key));
  const next = [
    ...kept.map((group) => merged(group, current.get(group.key))),
    ...groups.filter(({ key }) => !known.has(key)),
  ];
  // Set while rendering, so that pending requests are shown in the same frame.
  if (!sameGroups(kept, next)) setKept(next);

  const gone = next.filter(({ key }) => !current.has(key)).map(({ key }) => key);
  const goneKeys = gone.join('\n');
  const { now } = useSettings();
  useEffect(() => {
    if (goneKeys === '') return undefined;
    const leaving = new Set(goneKeys.split('\n'));
    const isOverdue = ({ expires_at: end, paused }: InteractionRequest): boolean =>
      end !== undefined && paused !== true && Date.parse(end) <= now();
    // An expired request was probably not seen, and can be asked again.
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- clock and groups are read when one is removed
  }, [goneKeys, lingerMs]);
  return next;
}
