import type { ConfirmRequest } from '@hitl/protocol';
import { Confirm, HitlProvider } from '@hitl/react';

/** The same on the server and in the browser: its ids are stable, its countdown begins with `now`. */
export function Page({ request, now }: { request: ConfirmRequest; now: number }) {
  return (
    <HitlProvider now={() => now}>
      <Confirm.Card request={request} onRespond={() => {}} />
    </HitlProvider>
  );
}
