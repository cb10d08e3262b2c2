import type { InteractionView } from '@hitl/protocol';
import type { TabChannel } from '../base/tab-channel.ts';
import type { HitlClient } from '../client/client.ts';

/** Listener for requests settled in another tab. */
export interface TabFollower {
  /** Whether the request is pending here; the server is not asked about any other. */
  waits(requestId: string): boolean;
  /** Called with the server's state of a request announced by another tab. */
  settled(view: InteractionView): void;
}

/** Message between tabs: only ids, because another tab may belong to another user. */
interface Hint {
  readonly settled: readonly string[];
}

/** One end of the channel between tabs. */
interface CrossTabSync {
  follow(follower: TabFollower): () => void;
  announce(requestId: string): void;
}

/** Time in which the server's own event may arrive first, so that most hints need no request. */
const CHECK_DELAY_MS = 100;

const syncs = new WeakMap<HitlClient, CrossTabSync>();

/** The tab sync of a client. */
function syncOf(client: HitlClient): CrossTabSync {
  const known = syncs.get(client);
  if (known !== undefined) return known;
  const created = createCrossTabSync(client);
  syncs.set(client, created);
  return created;
}

/**
 * Subscribes to the other tabs of this browser. Their messages are hints, which are verified with
 * the server. The channel is open while there are listeners. Returns a function that unsubscribes.
 */
export function followTabs(client: HitlClient, follower: TabFollower): () => void {
  return syncOf(client).follow(follower);
}

/** Announces a settled request to the other tabs of this browser, by its id only. */
export function notifyTabs(client: HitlClient, requestId: string): void {
  syncOf(client).announce(requestId);
}

function createCrossTabSync(client: HitlClient): CrossTabSync {
  const here = typeof location === 'undefined' ? undefined : location.href;
  // Only pages have tabs.
  const { baseUrl, openChannel = here === undefined ? null : pageChannel } = client.tabs;
  const followers = new Set<TabFollower>();
  /**
   * Checks in progress; `true`: another hint arrived meanwhile, so the response may be outdated.
   */
  const asking = new Map<string, boolean>();
  let channel: TabChannel | undefined;
  let news: string[] = [];

  const waits = (id: string): boolean => [...followers].some((follower) => follower.waits(id));

  function open(): TabChannel | undefined {
    try {
      return openChannel?.(`hitl ${new URL(`${baseUrl}/`, here).href}`);
    } catch {
      // Channels are missing or forbidden: rely on the server's events.
      return undefined;
    }
  }

  function onMessage(data: unknown): void {
    if (!isHint(data)) return;
    for (const id of data.settled) {
      if (asking.has(id)) asking.set(id, true);
      else if (waits(id)) askLater(id);
    }
  }

  function askLater(id: string): void {
    asking.set(id, false);
    client.clock.after(CHECK_DELAY_MS, () => void ask(id));
  }

  async function ask(id: string): Promise<void> {
    asking.set(id, false);
    try {
      const view = waits(id) ? await client.getInteraction(id) : undefined;
      if (view !== undefined && view.status !== 'pending') {
        for (const follower of followers) if (follower.waits(id)) follower.settled(view);
      }
    } catch {
      // If the check fails, the stream reports it once it is back.
    }
    const again = asking.get(id) === true && waits(id);
    asking.delete(id);
    if (again) askLater(id);
  }

  function send(): void {
    const settled = news;
    news = [];
    const sender = channel ?? open();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    sender?.postMessage({ settled } satisfies Hint);
    if (channel === undefined) sender?.close();
  }

  return {
    follow(follower) {
      followers.add(follower);
      if (channel === undefined) {
        channel = open();
        channel?.addEventListener('message', ({ data }) => onMessage(data));
      }
      return () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        channel?.close();
        channel = undefined;
      };
    },
    announce(id) {
      // The answers to a batch are one message.
      if (news.push(id) === 1) queueMicrotask(send);
    },
  };
}

function pageChannel(name: string): TabChannel {
  return new BroadcastChannel(name);
}

/** Anything of the same origin can write to the channel. */
function isHint(data: unknown): data is Hint {
  const { settled } = (data ?? {}) as Partial<Hint>;
  return Array.isArray(settled) && settled.every((id) => typeof id === 'string');
}
