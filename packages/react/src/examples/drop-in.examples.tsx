import { createHitlClient } from '@hitl/client';
import { HitlProvider, Inbox } from '@hitl/react';
import '@hitl/react/theme.css';

const client = createHitlClient({ baseUrl: '/hitl' });

export const Requests = () => (
  <HitlProvider client={client}>
    <Inbox.Cards />
  </HitlProvider>
);
