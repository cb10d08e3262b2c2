import { AsyncLocalStorage } from 'node:async_hooks';
import { HitlProvider } from '@hitl/react';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '../../../examples/langgraph/page.tsx';
import { createMailer } from '../src/langgraph/agent.fixture.ts';
import { serveGraph } from '../src/langgraph/graph-server.fixture.ts';

// LangGraph does this by itself on a server, but takes jsdom for a page.
AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the page of the guide asks for approval in the thread, and the agent continues', async () => {
  const { graph, sent } = createMailer(['ann']);
  vi.stubGlobal('fetch', serveGraph(graph).fetch);
  render(
    <HitlProvider armingDelayMs={0}>
      <Page apiUrl="http://localhost:2024" />
    </HitlProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Message'), 'Write to Ann{Enter}');
  await user.click(await screen.findByRole('button', { name: /^Allow once/ }));
  expect(await screen.findByText('Done.')).toBeVisible();
  expect(sent).toEqual([{ to: 'ann', copies: 1 }]);
});
