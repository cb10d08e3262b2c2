import { createHitlClient } from '@hitl/client';
import { HitlProvider, type Highlight } from '@hitl/react';
import '@hitl/react/theme.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './demo.css';
import { connection } from './connection.ts';
import { loadWhenIdle } from './load-when-idle.ts';
import { USER } from './user.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const client = createHitlClient({ fetch: connection.fetch });

function Page() {
  // Colors come when the page is idle, and move nothing.
  const [highlight, setHighlight] = useState<Highlight>();
  useEffect(() => {
    void loadWhenIdle()
      .then(() => import('./highlight.ts'))
      .then((loaded) => setHighlight(() => loaded.highlight));
  }, []);
  return (
    <HitlProvider client={client} userId={USER} highlight={highlight}>
      <App />
    </HitlProvider>
  );
}

createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
