import type { InteractionView } from '@hitl/protocol';
import type { TabChannel } from '../base/tab-channel.ts';
import type { HitlClient } from '../client/client.ts';

/** Who wants to know that a request was settled in another tab. */
export interface TabFollower {
  /** Whether the request waits here; the server is not asked about any other. */
  waits(requestId: string): boolean;
  /** What the server says about one that another tab has told of. */
  settled(view: InteractionView): void;
}

/** What tabs say to each other: ids alone. Another tab may be another person's. */
interface Hint {
  readonly settled: readonly string[];
}

/** One end of the channel between tabs. */
interface CrossTabSync {
  follow(follower: TabFollower): () => void;
  tell(requestId: string): void;
}

/** For how long the server's own event may come first, so that most hints ask nobody. */
const PATIENCE_MS = 100;

const syncs = new WeakMap<HitlClient, CrossTabSync>();

/** The sync of a client: there is one. */
function syncOf(client: HitlClient): CrossTabSync {
  const known = syncs.get(client);
  if (known !== undefined) return known;
  const created = createCrossTabSync(client);
  syncs.set(client, created);
  return created;
}

/**
 * Listens to the other tabs of this browser. What they say is a hint, and the server is asked whether
 * it is true. The channel is open for as long as somebody listens. Returns what stops it.
 */
export function followTabs(client: HitlClient, follower: TabFollower): () => void {
  return syncOf(client).follow(follower);
}

/** Tells the other tabs of this browser that a request was settled: its id, and nothing else. */
export function tellTabs(client: HitlClient, requestId: string): void {
  syncOf(client).tell(requestId);
}

function createCrossTabSync(client: HitlClient): CrossTabSync {
  const here = typeof location === 'undefined' ? undefined : location.href;
  // Where there are no pages there are no tabs.
  const { baseUrl, openChannel = here === undefined ? null : pageChannel } = client.tabs;
  const followers = new Set<TabFollower>();
  /** What is being asked about; `true`: a hint came meanwhile, so the answer may be an old one. */
  const asking = new Map<string, boolean>();
  let channel: TabChannel | undefined;
  let news: string[] = [];

  const waits = (id: string): boolean => [...followers].some((follower) => follower.waits(id));

  function open(): TabChannel | undefined {
    try {
      return openChannel?.(`hitl ${new URL(`${baseUrl}/`, here).href}`);
    } catch {
      // A page that may not, or has no channels: the server's events tell.
      return undefined;
    }
  }

  function heard(data: unknown): void {
    if (!isHint(data)) return;
    for (const id of data.settled) {
      if (asking.has(id)) asking.set(id, true);
      else if (waits(id)) askLater(id);
    }
  }

  function askLater(id: string): void {
    asking.set(id, false);
    client.clock.after(PATIENCE_MS, () => void ask(id));
  }

  async function ask(id: string): Promise<void> {
    asking.set(id, false);
    try {
      const view = waits(id) ? await client.getInteraction(id) : undefined;
      if (view !== undefined && view.status !== 'pending') {
        for (const follower of followers) if (follower.waits(id)) follower.settled(view);
      }
    } catch {
      // What could not be asked now is told by the stream once it is back.
    }
    const again = asking.get(id) === true && waits(id);
    asking.delete(id);
    if (again) askLater(id);
  }

  function send(): void {
    const settled = news;
    news = [];
    const sender = channel ?? open();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it has one, its own
    sender?.postMessage({ settled } satisfies Hint);
    if (channel === undefined) sender?.close();
  }

  return {
    follow(follower) {
      followers.add(follower);
      if (channel === undefined) {
        channel = open();
        channel?.addEventListener('message', ({ data }) => heard(data));
      }
      return () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        channel?.close();
        channel = undefined;
      };
    },
    tell(id) {
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
