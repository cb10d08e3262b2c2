import { readFile } from 'node:fs/promises';
import { createFakeClient } from '@hitl/client/testing';
import {
  auditEntry,
  authorizationRequest,
  permissionRule,
  sessionSummary,
} from '@hitl/protocol/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithClient } from '../internal/testing.fixture.tsx';
import { Settings } from './query.examples.tsx';
import { Record } from './records.examples.tsx';

test.each(['records', 'query'])('the README shows %s as it runs here', async (name) => {
  const folder = import.meta.dirname;
  const readme = await readFile(`${folder}/../../README.md`, 'utf8');
  expect(readme).toContain(await readFile(`${folder}/${name}.examples.tsx`, 'utf8'));
});

test('a receipt and a trail need only an id', async () => {
  const client = createFakeClient({ pending: [authorizationRequest()] });
  client.reply('run_audit', { run_id: 'run_1', head: null, entries: [auditEntry()] });
  renderWithClient(client, <Record runId="run_1" interactionId="int_1" />);
  expect(await screen.findByRole('group', { name: 'Receipt: bash' })).toBeVisible();
  expect(await screen.findByText('Asked for approval')).toBeVisible();
});

test('rules and sessions are read from the query cache of the page', async () => {
  const client = createFakeClient({ rules: [permissionRule()] });
  client.reply('list_sessions', { sessions: [sessionSummary()], next_cursor: null });
  renderWithClient(
    client,
    <QueryClientProvider client={new QueryClient()}>
      <Settings userId="ada" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Is the project clean?')).toBeVisible();
  expect(await screen.findByText('bash(npm run lint)')).toBeVisible();
});
