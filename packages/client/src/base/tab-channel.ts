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
