/**
 * A check of stream frames, without zod and without `eval`: small and fast enough to run for every
 * frame in a browser. An accepted frame is safe to read for the folds and the cards:
 * - the envelope is present;
 * - every other member has its type: texts are texts, lists are lists, objects are objects, counts
 *   are whole and not negative, times look like RFC 3339, and required members are present;
 * - `type`, `purpose`, `role`, `outcome` and `status` have one of their values.
 *
 * It skips harmless members, which `unread.ts` lists, and the format of ids, digests and rules. It
 * accepts everything that the schemas accept unchanged. `pnpm protocol` generates its checks from
 * the schemas; a test compares them.
 *
 * @module
 */
import type { InboxSnapshot, UnknownEvent } from './generated/types.ts';
import { STORED, UNSTORED, isFrame, isInboxSnapshot } from './generated/guard-checks.ts';
import { isCount, isKind, type Check, type Members } from './guard-kit.ts';
import type { RunEvent, UnstoredEvent } from './run/event.ts';

/** Result of `readFrame`. */
export type Frame =
  | { readonly kind: 'event'; readonly event: RunEvent }
  /** Not stored: it has no `seq`. */
  | { readonly kind: 'unstored'; readonly event: UnstoredEvent }
  /** From a newer server: the envelope is checked, the data are not. Pass it on unchanged. */
  | { readonly kind: 'unknown'; readonly event: UnknownEvent }
  /** `path` is the first wrong member, dotted; empty for the whole frame. */
  | { readonly kind: 'invalid'; readonly path: string };

/** Classifies one frame of a stream: the parsed `data` of an SSE event. Never throws. */
export function readFrame(value: unknown): Frame {
  if (!passes(isEvent, value)) return { kind: 'invalid', path: firstWrong(isEvent, value) };
  const event = value as RunEvent | UnstoredEvent | UnknownEvent;
  return { kind: kindOf(event.type), event } as Frame;
}

function kindOf(type: string): 'event' | 'unstored' | 'unknown' {
  // First, because most frames are pieces of text.
  if (Object.hasOwn(UNSTORED, type)) return 'unstored';
  return Object.hasOwn(STORED, type) ? 'event' : 'unknown';
}

/** Whether a value is an inbox snapshot (`event: snapshot`). Never throws. */
export function isSnapshot(value: unknown): value is InboxSnapshot {
  return passes(isInboxSnapshot, value) === true;
}

const isEvent: Check = (value) => {
  if (!isFrame(value)) return false;
  const event = value as { type: string; seq?: number; data: Members };
  const { type } = event;
  if (Object.hasOwn(STORED, type)) return isCount(event.seq) && isKind(type, STORED, event.data);
  return !Object.hasOwn(UNSTORED, type) || isKind(type, UNSTORED, event.data);
};

/** The result of a check; `undefined` if the value is nested deeper than the stack allows. */
function passes(check: Check, value: unknown): boolean | undefined {
  try {
    return check(value);
  } catch {
    return undefined;
  }
}

/** Where a value fails: the member that its check read last, as a dotted path. */
function firstWrong(check: Check, value: unknown): string {
  let last = '';
  const watched = (member: unknown, path: string): unknown => {
    last = path;
    if (typeof member !== 'object' || member === null) return member;
    // Not the member itself, because a proxy of a frozen object must return the original value.
    return new Proxy(Array.isArray(member) ? [] : {}, {
      get: (_, key) => watched(Reflect.get(member, key), `${path}.${String(key)}`),
    });
  };
  return passes(check, watched(value, '')) === undefined ? '' : last.slice(1);
}
