import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { onTestFinished, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createScenario } from '../scenarios/server.fixture.ts';
import { Grants } from '../grants/index.ts';
import { useSession } from '../hooks/use-session.ts';
import { renderCard } from '../internal/testing.fixture.tsx';
import { useGrantsQuery, useInteractionQuery, useRunQuery } from './index.ts';

const RULE = 'bash(npm run lint)';

/** A page that follows a session, and shows its data from the query cache. */
function Page({ runId, interactionId }: { runId: string; interactionId: string }) {
  useSession('ses_1');
  const run = useRunQuery(runId);
  const details = useInteractionQuery(interactionId);
  return (
    <>
      <output aria-label="Run">{run.data?.status}</output>
      <output aria-label="Request">{details.data?.status}</output>
      <Grants.Root {...useGrantsQuery('ada')}>
        <Grants.Status />
        <Grants.List />
      </Grants.Root>
    </>
  );
}

test('changes on a real server reach the query cache without a request', async () => {
  const bash = { name: 'bash', args: { command: 'npm run lint' } };
  const { client, hitl } = createScenario([[bash], 'Clean.', [bash]]);
  onTestFinished(() => hitl.close(0));
  const start = () =>
    client.createRun({ agent_id: 'code_assistant', session_id: 'ses_1', input: 'Go' });
  const { id: runId } = await start();
  const wait = async () => {
    const { interactions } = await client.listInteractions({ status: 'pending' });
    return interactions[0];
  };
  await expect.poll(wait).toBeDefined();
  const request = await wait();
  if (request === undefined) throw new Error('nothing waits');
  renderCard(
    <QueryClientProvider client={new QueryClient()}>
      <Page runId={runId} interactionId={request.id} />
    </QueryClientProvider>,
    { client },
  );
  await expect.element(page.getByLabelText('Run', { exact: true })).toHaveTextContent('suspended');
  await expect.element(page.getByText(/No rules are saved/)).toBeVisible();

  await client.respond({
    request_id: request.id,
    type: 'confirm',
    action: 'approve',
    confirmed: true,
    remember: { scope: 'always', patterns: [RULE] },
    responded_at: new Date().toISOString(),
  });
  await expect.element(page.getByLabelText('Request')).toHaveTextContent('answered');
  await expect.element(page.getByLabelText('Run', { exact: true })).toHaveTextContent('completed');
  const revoke = page.getByRole('button', { name: `Revoke ${RULE}` });
  await expect.element(revoke).toBeVisible();

  // By keyboard, with the focus staying on the rule: revoked, undone, and revoked permanently.
  (revoke.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(revoke).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(undo).toHaveFocus();

  // From the next call on a person is asked again.
  await start();
  await expect.poll(wait).toMatchObject({ tool_name: 'bash' });
});
