/** The part of a `BroadcastChannel` that tabs need. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

/** Group and channel of the browser's tabs. */
export interface TabScope {
  /** Tabs of the same server form a group. */
  readonly baseUrl: string;
  /** Default: a `BroadcastChannel`, in pages. `null`: no channel. */
  readonly openChannel?: ((name: string) => TabChannel) | null | undefined;
}
