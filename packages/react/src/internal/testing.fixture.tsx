import { configure, render, type RenderResult } from '@testing-library/react';
import type { HitlClient } from '@hitl/client';
import type { ReactElement } from 'react';
import { HitlTestProvider, type HitlTestProviderProps } from '../testing.tsx';
import { TEST_TIME } from '@hitl/protocol/testing';

// Generous, for a busy machine: tests wait for results, not for times.
// Announcements repeat texts of a card for a moment, so texts are not searched there.
configure({
  asyncUtilTimeout: 30_000,
  defaultIgnore: 'script, style, [data-hitl-part="announcer"]',
});

/** Half a minute after the builders' requests were created. */
export const now = (): number => TEST_TIME + 30_000;

/** Renders inside a provider without a client: cards answer through their `onRespond`. */
export function renderCard(ui: ReactElement, props: HitlTestProviderProps = {}): RenderResult {
  return render(ui, {
    wrapper: ({ children }) => (
      <HitlTestProvider now={now} locale="en" {...props}>
        {children}
      </HitlTestProvider>
    ),
  });
}

/** Renders inside a provider with this client. */
export function renderWithClient(
  client: HitlClient,
  ui: ReactElement,
  props: HitlTestProviderProps = {},
): RenderResult {
  return renderCard(ui, { client, now: () => client.clock.now(), ...props });
}

/** A promise with the functions that settle it. */
export function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
