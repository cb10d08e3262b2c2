// app/page.tsx
import { DEFAULT_TENANT } from '@hitl/server';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { hitl } from '../hitl';
import { Requests } from './requests';

export default function Home() {
  return (
    <main>
      <Suspense>
        <Waiting />
      </Suspense>
      <Requests />
    </main>
  );
}

async function Waiting() {
  // The code below runs for each request, and not during the build.
  await connection();
  const { engine } = await hitl.get();
  const listed = await engine.listInteractions(
    { tenantId: DEFAULT_TENANT, userId: null, reviewer: true, anyUser: true },
    { status: 'pending', limit: 100 },
  );
  return <h1>{listed.ok ? listed.value.items.length : 0} waiting when this page was loaded</h1>;
}
