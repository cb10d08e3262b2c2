import { AsyncLocalStorage } from 'node:async_hooks';
import { HitlProvider, PendingRequests } from '@hitl/react';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { Command, MemorySaver } from '@langchain/langgraph';
import { useStream } from '@langchain/langgraph-sdk/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createAgent, humanInTheLoopMiddleware, type AgentMiddleware } from 'langchain';
import { expect, test } from 'vitest';
import { mailTool, ScriptedModel } from './agent.fixture.ts';
import { useStreamInteractions } from './react.ts';

/** Its own types do not hold with `exactOptionalPropertyTypes`. */
const approvalMiddleware: (options: object) => AgentMiddleware = humanInTheLoopMiddleware as never;

// What LangGraph does by itself on a server; here it takes this for a page.
AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());

const sent: unknown[] = [];
const agent = createAgent({
  model: new ScriptedModel(['ann', 'bob']),
  tools: [mailTool(sent)],
  checkpointer: new MemorySaver(),
  middleware: [approvalMiddleware({ interruptOn: { mail: true } })],
});

/** The agent in this process, as LangGraph's server streams it. */
async function* run(input: unknown, command: { resume?: unknown } | undefined) {
  const given = command === undefined ? input : new Command({ resume: command.resume });
  const values = await agent.graph.stream(given as never, {
    configurable: { thread_id: 't1' },
    streamMode: 'values',
  });
  for await (const data of values)
    yield { event: 'values', data: JSON.parse(JSON.stringify(data)) };
}

function Page() {
  const stream = useStream({
    threadId: 't1',
    transport: { stream: ({ input, command }) => Promise.resolve(run(input, command)) },
  });
  const { requests, respond } = useStreamInteractions(stream);
  return (
    <>
      <button
        type="button"
        onClick={() => void stream.submit({ messages: [{ type: 'human', content: 'Write' }] })}
      >
        Start
      </button>
      <p>{requests.length} wait</p>
      <p>{stream.messages.length} messages</p>
      <PendingRequests requests={requests} onRespond={respond} />
    </>
  );
}

test('the interrupts of a stream are cards, and the thread continues once all are decided', async () => {
  const user = userEvent.setup();
  render(
    <HitlProvider armingDelayMs={0}>
      <Page />
    </HitlProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Start' }));
  for (const left of [2, 1]) {
    expect(await screen.findByText(`${left} wait`)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Allow once/ }));
  }
  await expect.poll(() => sent).toHaveLength(2);
  // The question, the calls, both results and the last word.
  expect(await screen.findByText('5 messages')).toBeVisible();
});
