import { createHitlClient } from '@hitl/client';
import { HitlProvider } from '@hitl/react';
import { useMemo, useState } from 'react';
import { WaitingForYou } from './waiting-for-you.tsx';

/** Forgotten with the tab. */
const TOKEN = 'hitl.token';

/** The server lies where the page does. */
const baseUrl = new URL('.', location.href).pathname.replace(/\/$/, '');

/** What waits at the server that this page comes from. */
export function Page() {
  const [token, setToken] = useState(() => sessionStorage.getItem(TOKEN));
  const client = useMemo(
    () =>
      createHitlClient({
        baseUrl,
        ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
      }),
    [token],
  );

  function signIn(given: string): void {
    sessionStorage.setItem(TOKEN, given);
    setToken(given);
  }

  return (
    <HitlProvider client={client}>
      <WaitingForYou isRefused={token !== null} onToken={signIn} />
    </HitlProvider>
  );
}
