import type { InteractionRequest } from '@hitl/protocol';

/** The environment of a notifier. */
export interface NotifierEnvironment {
  /** Shows a system notification. Throws if pages cannot, as on some phones. */
  readonly notify: (text: string, onPress: () => void) => { close(): void };
  /** Locks shared by all tabs of this browser. Without them each tab notifies separately. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Whether this page is visible and focused. */
  readonly isSeen: () => boolean;
}

/** Notifies a person who is not looking at the page of pending requests. */
export interface Notifier {
  /** Updates the pending requests. Those pending when the page was opened cause no notification. */
  readonly update: (interactions: readonly InteractionRequest[]) => void;
  readonly stop: () => void;
}

/** Text of a notification and handler of a press; both may change between notifications. */
export interface NotifierWords {
  text(count: number): string;
  onPress(request: InteractionRequest): void;
}

/** How long new requests are collected, during which a visible tab may take them. */
const GATHER_MS = 300;

/**
 * Notifies once per request, in only one tab: the tab that gets the request's lock notifies, and
 * keeps the lock while the request is pending. A visible tab takes the lock immediately without
 * notifying.
 */
export function createNotifier(
  { notify, locks, isSeen }: NotifierEnvironment,
  words: NotifierWords,
): Notifier {
  let waiting: ReadonlyMap<string, InteractionRequest> | undefined;
  let gathered: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: { readonly ids: readonly string[]; close(): void } | undefined;
  const held = new Map<string, () => void>();

  /** Whether this tab gets to notify of the request. */
  function claim(id: string): Promise<boolean> {
    if (locks === undefined) return Promise.resolve(true);
    return new Promise((resolve) => {
      const taken = locks.request(`hitl asked ${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>((give) => held.set(id, give));
      });
      taken.catch(() => resolve(false));
    });
  }

  async function notifyOf(ids: readonly string[]): Promise<void> {
    const claims = await Promise.all(ids.map(async (id) => ((await claim(id)) ? [id] : [])));
    const ours = claims.flat();
    for (const id of ours) if (waiting?.has(id) !== true) release(id);
    const first = ours.map((id) => waiting?.get(id)).find((request) => request !== undefined);
    if (first === undefined || waiting === undefined || isSeen()) return;
    shown?.close();
    try {
      shown = { ids: ours, ...show(words.text(waiting.size), first) };
    } catch {
      // The page and its title still show the number.
    }
  }

  function show(text: string, first: InteractionRequest): { close(): void } {
    const notification = notify(text, () => words.onPress(waiting?.get(first.id) ?? first));
    return { close: () => notification.close() };
  }

  function release(id: string): void {
    held.get(id)?.();
    held.delete(id);
  }

  return {
    update(interactions) {
      const before = waiting;
      const now = new Map(interactions.map((request) => [request.id, request]));
      waiting = now;
      for (const id of held.keys()) if (!now.has(id)) release(id);
      if (shown?.ids.some((id) => now.has(id)) === false) {
        shown.close();
        shown = undefined;
      }
      if (before === undefined) return;
      const fresh = [...now.keys()].filter((id) => !before.has(id));
      if (fresh.length === 0) return;
      if (isSeen()) {
        void notifyOf(fresh);
        return;
      }
      gathered.push(...fresh);
      timer ??= setTimeout(() => {
        timer = undefined;
        const ids = gathered;
        gathered = [];
        void notifyOf(ids);
      }, GATHER_MS);
    },
    stop() {
      clearTimeout(timer);
      waiting = undefined;
      shown?.close();
      for (const id of held.keys()) release(id);
    },
  };
}
