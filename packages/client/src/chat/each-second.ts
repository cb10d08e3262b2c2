import type { HitlClient } from '../client/client.ts';

/** Notifies when the displayed time changed or the request expired, while the card is open. */
export function eachSecond(
  client: HitlClient,
  read: () => { readonly open: boolean; readonly shown: string },
  notify: () => void,
): () => void {
  let last = '';
  let cancel = client.clock.after(1000, look);
  function look(): void {
    const { open, shown } = read();
    if (open) cancel = client.clock.after(1000, look);
    if (shown === last) return;
    last = shown;
    notify();
  }
  return () => cancel();
}
