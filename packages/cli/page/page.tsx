import { createHitlClient } from '@hitl/client';
import { HitlProvider } from '@hitl/react';
import { useMemo, useState } from 'react';
import { NeedsDecision } from './needs-decision.tsx';
import { wholeOptions } from './whole-options.ts';

/** Kept as long as the tab. */
const TOKEN = 'hitl.token';

/** The server is at the page's own path. */
const baseUrl = new URL('.', location.href).pathname.replace(/\/$/, '');

/** Pending requests of the server of this page. */
export function Page() {
  const [token, setToken] = useState(() => sessionStorage.getItem(TOKEN));
  const client = useMemo(() => createHitlClient({ baseUrl, token: token ?? undefined }), [token]);

  function signIn(given: string): void {
    sessionStorage.setItem(TOKEN, given);
    setToken(given);
  }

  return (
    <HitlProvider client={client} highlight={wholeOptions}>
      <NeedsDecision isRefused={token !== null} onToken={signIn} />
    </HitlProvider>
  );
}
