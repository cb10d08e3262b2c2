import { createHitlClient } from '@hitl/client';
import { HitlProvider } from '@hitl/react';
import '@hitl/react/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './demo.css';
import { line } from './line.ts';
import { USER } from './user.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

const client = createHitlClient({ fetch: line.fetch });

createRoot(root).render(
  <StrictMode>
    <HitlProvider client={client} userId={USER}>
      <App />
    </HitlProvider>
  </StrictMode>,
);
