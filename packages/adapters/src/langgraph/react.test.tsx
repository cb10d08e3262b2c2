import { AsyncLocalStorage } from 'node:async_hooks';
import { HitlProvider, PendingRequests } from '@hitl/react';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { useStream as useSdkStream } from '@langchain/langgraph-sdk/react';
import { useStream } from '@langchain/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMailer } from './agent.fixture.ts';
import { serveGraph, type GraphServer, type ServedGraph } from './graph-server.fixture.ts';
import { useStreamInteractions, type StreamLike } from './react.ts';

// LangGraph does this by itself on a server, but takes jsdom for a page.
AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());

afterEach(() => {
  vi.unstubAllGlobals();
});

const config = { configurable: { thread_id: 't1' } };

/** A page with the state of a thread. */
function Thread(props: { stream: StreamLike; count: number; onStart: () => void }) {
  const { stream, count, onStart } = props;
  const { requests, respond } = useStreamInteractions(stream);
  return (
    <>
      <button type="button" onClick={onStart}>
        Start
      </button>
      <p>{requests.length} wait</p>
      <p>{stream.interrupts.length} raised</p>
      <p>{count} messages</p>
      <PendingRequests requests={requests} onRespond={respond} />
    </>
  );
}

const start = { messages: [{ type: 'human' as const, content: 'Write' }] };

/** The stream of `@langchain/react`, from a server. */
function ServedPage({ threadId }: { threadId?: string }) {
  const stream = useStream({
    apiUrl: 'http://graph',
    assistantId: 'agent',
    ...(threadId && { threadId }),
  });
  return (
    <Thread
      stream={stream}
      count={stream.messages.length}
      onStart={() => void stream.submit(start)}
    />
  );
}

function show(page: React.ReactNode) {
  return render(<HitlProvider armingDelayMs={0}>{page}</HitlProvider>);
}

function serve(graph: ServedGraph): GraphServer {
  const server = serveGraph(graph);
  vi.stubGlobal('fetch', server.fetch);
  return server;
}

/** A thread that asks these people, each in a node of its own that first waits. */
function createAsker(asked: Readonly<Record<string, Promise<void>>>) {
  const State = Annotation.Root({
    answers: Annotation<unknown[]>({
      reducer: (left, right) => [...left, ...right],
      default: () => [],
    }),
  });
  const nodes = Object.entries(asked).map(([name, before]) => [
    name,
    async () => {
      await before;
      return { answers: [interrupt({ type: 'confirm', title: `Ask ${name}?` })] };
    },
  ]);
  const graph = new StateGraph(State).addNode(Object.fromEntries(nodes));
  for (const name of Object.keys(asked)) {
    graph.addEdge(START, name).addEdge(name, END);
  }
  return graph.compile({ checkpointer: new MemorySaver() });
}

/** Presses the first button of this name. */
async function press(name: string | RegExp) {
  const [button] = await screen.findAllByRole('button', { name });
  await userEvent.click(button!);
}

describe('the stream of @langchain/react', () => {
  test('shows interrupts as cards, and the thread continues once all are decided', async () => {
    const { sent, graph } = createMailer(['ann', 'bob']);
    serve(graph);
    show(<ServedPage />);
    await press('Start');
    for (const left of [2, 1]) {
      expect(await screen.findByText(`${left} wait`)).toBeVisible();
      await press(/^Allow once/);
    }
    await expect.poll(() => sent).toHaveLength(2);
    // The question, the calls, both results and the last word.
    expect(await screen.findByText('5 messages')).toBeVisible();
  });

  test('shows the interrupts of parallel nodes together, and resumes all at once', async () => {
    const gate = new EventTarget();
    const open = new Promise<void>((resolve) => {
      gate.addEventListener('open', () => resolve());
    });
    const graph = createAsker({ ann: Promise.resolve(), bob: open });
    const { resumes } = serve(graph);
    show(<ServedPage />);
    await press('Start');
    // The run has not paused yet: to resume it now would leave out the other one.
    expect(await screen.findByText('1 raised')).toBeVisible();
    expect(screen.getByText('0 wait')).toBeVisible();
    gate.dispatchEvent(new Event('open'));
    expect(await screen.findByText('2 wait')).toBeVisible();
    await press('Yes');
    expect(await screen.findByText('1 wait')).toBeVisible();
    expect(resumes).toEqual([]);
    await press('No');
    await expect
      .poll(async () => (await graph.getState(config)).values)
      .toEqual({
        answers: [true, false],
      });
    expect(resumes).toHaveLength(1);
  });

  test('shows the interrupts of a thread that is opened again', async () => {
    const graph = createAsker({ ann: Promise.resolve(), bob: Promise.resolve() });
    serve(graph);
    const { unmount } = show(<ServedPage />);
    await press('Start');
    expect(await screen.findByText('2 wait')).toBeVisible();
    unmount();
    // The server sends the events of the run again, as if it ran again.
    show(<ServedPage threadId="t1" />);
    expect(await screen.findByText('2 wait')).toBeVisible();
    await press('No');
    expect(await screen.findByText('1 wait')).toBeVisible();
    await press('No');
    await expect
      .poll(async () => (await graph.getState(config)).values)
      .toEqual({
        answers: [false, false],
      });
  });

  test('an answer that the server refused can be given again', async () => {
    const graph = createAsker({ ann: Promise.resolve() });
    const { refuseNext, resumes } = serve(graph);
    show(<ServedPage />);
    await press('Start');
    expect(await screen.findByText('1 wait')).toBeVisible();
    refuseNext();
    await press('Yes');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByText('1 wait')).toBeVisible();
    expect(resumes).toEqual([]);
    await press('Yes');
    expect(await screen.findByText('0 wait')).toBeVisible();
    expect(resumes).toHaveLength(1);
  });
});

test('a stream that would take all answers for one answer is refused', () => {
  const submit = vi.fn();
  const stream = { interrupts: [], respond: vi.fn(), submit };
  // @ts-expect-error -- the first versions of @langchain/react
  expect(() => show(<Thread stream={stream} count={0} onStart={submit} />)).toThrow(
    expect.objectContaining({ code: 'bad_option' }),
  );
});

describe('the stream of @langchain/langgraph-sdk', () => {
  /** The agent in this process, as LangGraph's server streams it. */
  function SdkPage({ graph }: { graph: ReturnType<typeof createMailer>['graph'] }) {
    async function* run(input: unknown, command: { resume?: unknown } | undefined) {
      const given = command === undefined ? input : new Command({ resume: command.resume });
      const values = await graph.stream(given as never, { ...config, streamMode: 'values' });
      for await (const data of values)
        yield { event: 'values', data: JSON.parse(JSON.stringify(data)) };
    }
    const stream = useSdkStream({
      threadId: 't1',
      transport: { stream: ({ input, command }) => Promise.resolve(run(input, command)) },
    });
    return (
      <Thread
        stream={stream}
        count={stream.messages.length}
        onStart={() => void stream.submit(start)}
      />
    );
  }

  test('shows interrupts as cards, and the thread continues once all are decided', async () => {
    const { sent, graph } = createMailer(['ann', 'bob']);
    show(<SdkPage graph={graph} />);
    await press('Start');
    for (const left of [2, 1]) {
      expect(await screen.findByText(`${left} wait`)).toBeVisible();
      await press(/^Allow once/);
    }
    await expect.poll(() => sent).toHaveLength(2);
    expect(await screen.findByText('5 messages')).toBeVisible();
  });
});

test('the next question of a node is asked once its run has paused, under the same id as with Python', async () => {
  const resumes: unknown[] = [];
  const runs: (() => void)[] = [];
  const ask = (title: string) => [{ id: 'a', value: { type: 'confirm', title } }];
  function Page() {
    const [interrupts, setInterrupts] = useState(() => ask('Sure?'));
    const submit = (_: undefined, options: { command: { resume: unknown } }): Promise<void> => {
      resumes.push(options.command.resume);
      setInterrupts(ask(resumes.length === 1 ? 'Sure?' : 'Really?'));
      return new Promise((resolve) => runs.push(resolve));
    };
    return <Thread stream={{ interrupts, submit }} count={0} onStart={() => undefined} />;
  }
  show(<Page />);
  for (const name of ['Yes', 'No', 'Yes']) {
    expect(await screen.findByText('1 wait')).toBeVisible();
    await press(name);
    expect(await screen.findByText('0 wait')).toBeVisible();
    runs.at(-1)?.();
  }
  expect(resumes).toEqual([{ a: true }, { a: false }, { a: true }]);
  // The receipts, and the question that is asked: each names what was asked there.
  expect(await screen.findByText('1 wait')).toBeVisible();
  expect(screen.getAllByText('Sure?')).toHaveLength(2);
  expect(screen.getAllByText('Really?')).toHaveLength(2);
});
