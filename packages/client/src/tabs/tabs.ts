import type { InteractionView } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';

/** The part of a `BroadcastChannel` that tabs need. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

/** Which tabs belong together, and how they reach each other. */
export interface TabScope {
  /** Tabs of the same server hear each other. */
  readonly baseUrl: string;
  /** Default: a `BroadcastChannel`, where there are pages. `null`: they do not. */
  readonly openChannel?: ((name: string) => TabChannel) | null | undefined;
}

/** Who wants to know that a request was settled in another tab. */
export interface TabFollower {
  /** Whether the request waits here; the server is not asked about any other. */
  waits(requestId: string): boolean;
  /** What the server says about one that another tab has told of. */
  settled(view: InteractionView): void;
}

/**
 * Listens to the other tabs of this browser. What they say is a hint, and the server is asked whether
 * it is true. The channel is open for as long as somebody listens. Returns what stops it.
 */
export function followTabs(client: HitlClient, follower: TabFollower): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  async function start(): Promise<void> {
    const { crossTabSyncOf } = await import('./cross-tab-sync.ts');
    if (!stopped) stop = crossTabSyncOf(client, client.tabs).follow(follower);
  }
  // Without that code the server's events still tell.
  if (client.tabs.openChannel !== null) start().catch(() => {});
  return () => {
    stopped = true;
    stop?.();
  };
}

/** Tells the other tabs of this browser that a request was settled: its id, and nothing else. */
export function tellTabs(client: HitlClient, requestId: string): void {
  async function tell(): Promise<void> {
    const { crossTabSyncOf } = await import('./cross-tab-sync.ts');
    crossTabSyncOf(client, client.tabs).tell(requestId);
  }
  if (client.tabs.openChannel !== null) tell().catch(() => {});
}
