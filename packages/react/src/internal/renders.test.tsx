import { createFakeClient } from '@hitl/client/testing';
import {
  authorizationRequest,
  runStarted,
  sessionLog,
  stepDelta,
  suspension,
} from '@hitl/protocol/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PendingBadge, useSession, PendingRequests, type Renderers } from '../index.ts';
import { renderWithClient } from './testing.fixture.tsx';

test('streamed text renders no card again', async () => {
  const client = createFakeClient();
  const log = sessionLog([
    runStarted(),
    ...suspension(
      ...[0, 1].map((index) =>
        authorizationRequest({ id: `int_${index}`, batch: { index, size: 2 } }),
      ),
    ),
  ]);
  client.emit(...log);
  let renders = 0;
  const renderers: Renderers = [
    {
      matches: () => true,
      component: ({ request }) => {
        renders += 1;
        return <p>{request.id}</p>;
      },
    },
  ];
  function Page() {
    const { live, pending } = useSession('ses_1');
    return (
      <>
        <output>{live.map(({ text }) => text)}</output>
        <PendingRequests requests={pending} renderers={renderers} />
      </>
    );
  }
  renderWithClient(client, <Page />);
  expect(await screen.findByText('int_1')).toBeInTheDocument();
  const before = renders;
  for (let offset = 0; offset < 20; offset += 1) {
    act(() => client.emit(stepDelta({ message_id: 'msg_9', offset, text: 'x' })));
  }
  expect(screen.getByText('x'.repeat(20))).toBeVisible();
  expect(renders).toBe(before);
});

test('shows the number of pending requests in the page and its title, and removes it', async () => {
  document.title = 'My app';
  const client = createFakeClient({
    pending: [authorizationRequest({ id: 'a' }), authorizationRequest({ id: 'b' })],
  });
  const { unmount } = renderWithClient(client, <PendingBadge inTitle />);
  expect(await screen.findByRole('img', { name: '2 waiting' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('(2) My app'));
  unmount();
  await waitFor(() => expect(document.title).toBe('My app'));
});
