/**
 * A check of what a stream delivers, without zod and without `eval`: small and fast enough to look
 * at every frame in a browser.
 *
 * What it promises about an accepted frame, so that the folds and the cards can read it:
 * - the envelope is there;
 * - every other member has its type: texts are texts, lists are lists, objects are objects, counts
 *   are whole and not negative, times look like RFC 3339, and what must be there is there;
 * - `type`, `purpose`, `role`, `outcome` and `status` hold one of their words.
 *
 * It does not look at members that nothing stumbles over, which `unread.ts` lists, nor at the form
 * of ids, digests and rules. Whatever the schemas accept as it stands, it accepts. Its checks are
 * written from the schemas by `pnpm protocol`; a test holds them to the schemas.
 *
 * @module
 */
import type { InboxSnapshot, UnknownEvent } from './generated/types.ts';
import { STORED, UNSTORED, isFrame, isInboxSnapshot } from './generated/guard-checks.ts';
import { isCount, isKind, type Check, type Members } from './guard-kit.ts';
import type { RunEvent, UnstoredEvent } from './run/event.ts';

/** What a frame turned out to be. */
export type Frame =
  | { readonly kind: 'event'; readonly event: RunEvent }
  /** Not stored: it has no place in the log. */
  | { readonly kind: 'unstored'; readonly event: UnstoredEvent }
  /** Of a newer server: its envelope is checked, its data are not. Pass it on unread. */
  | { readonly kind: 'unknown'; readonly event: UnknownEvent }
  /** `path` is the first thing that is wrong, dotted; empty for the whole. */
  | { readonly kind: 'invalid'; readonly path: string };

/** Tells what one frame of a stream is: the parsed `data` of an SSE event. Never throws. */
export function readFrame(value: unknown): Frame {
  if (!passes(isEvent, value)) return { kind: 'invalid', path: firstWrong(isEvent, value) };
  const event = value as RunEvent | UnstoredEvent | UnknownEvent;
  return { kind: kindOf(event.type), event } as Frame;
}

function kindOf(type: string): 'event' | 'unstored' | 'unknown' {
  // First, as most of a stream are pieces of text.
  if (Object.hasOwn(UNSTORED, type)) return 'unstored';
  return Object.hasOwn(STORED, type) ? 'event' : 'unknown';
}

/** Whether a value is what the inbox stream begins with (`event: snapshot`). Never throws. */
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

/** What a check says; `undefined` for parts nested deeper than the stack holds. */
function passes(check: Check, value: unknown): boolean | undefined {
  try {
    return check(value);
  } catch {
    return undefined;
  }
}

/** Where a value fails: what its check looked at last, as a dotted path. */
function firstWrong(check: Check, value: unknown): string {
  let last = '';
  const watched = (member: unknown, path: string): unknown => {
    last = path;
    if (typeof member !== 'object' || member === null) return member;
    // Not the member itself, as a proxy of what is frozen may not give out anything else.
    return new Proxy(Array.isArray(member) ? [] : {}, {
      get: (_, key) => watched(Reflect.get(member, key), `${path}.${String(key)}`),
    });
  };
  return passes(check, watched(value, '')) === undefined ? '' : last.slice(1);
}
