import type { InteractionRequest } from '@hitl/protocol';

/** The requests of one message. */
export interface Group {
  readonly key: string;
  readonly requests: readonly InteractionRequest[];
}

/** Pending requests grouped by message; others are separate. */
export function groupsOf(requests: readonly InteractionRequest[]): Group[] {
  const groups = new Map<string, InteractionRequest[]>();
  for (const request of requests) {
    const key = request.message_id ?? request.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return [...groups].map(([key, grouped]) => ({ key, requests: grouped }));
}

/** A group with new versions of its requests; ended ones keep their places. */
export function merged(before: Group, now: Group | undefined): Group {
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

/** Whether two lists are the same groups of the same requests. */
export function sameGroups(left: readonly Group[], right: readonly Group[]): boolean {
  return (
    left.length === right.length &&
    left.every(
      (group, index) =>
        group.key === right[index]?.key && sameItems(group.requests, right[index].requests),
    )
  );
}
