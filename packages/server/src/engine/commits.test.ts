import { expect, test } from 'vitest';
import { createLocalBus } from '../store/bus/local.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { createFeed } from '../streams/create-feed.ts';
import type { Agent, PolicyDecision } from '../agents/agent.ts';
import type { Engine } from './engine.ts';
import {
  ALICE,
  BOB,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  typesOf,
  valueOf,
  world,
} from './engine.fixture.ts';

/** A run with one call of `work`, which may need consent. */
function oneCall(
  requiresConsent: boolean,
  options: Partial<Agent> = {},
  store = createMemoryStore(),
  bus = createLocalBus(),
) {
  const ledger = newLedger();
  const script = scripted(
    [{ calls: [{ id: 'a', name: 'work', args: {} }] }, { text: 'end' }],
    [ledgerTool(ledger, 'work', { requiresConsent })],
    options,
  );
  return world([script.agent], ledger, { store, bus, feed: createFeed({ store, bus }) });
}

/** The types of the events, commit by commit. */
async function commitsOf(store: SessionStore, sessionId: string): Promise<string[][]> {
  const commits = await store.read({ tenantId: 'default', sessionId }, 0);
  return commits.map(({ events }) => typesOf(events));
}

/** Approves the pending request, for this call only. */
async function approve(engine: Engine): Promise<void> {
  const [request] = await pendingOf(engine, ALICE);
  const id = request?.id ?? '';
  const answer = { request_id: id, type: 'confirm', action: 'approve' } as const;
  valueOf(await engine.respond(ALICE, id, { ...answer, remember: { scope: 'once' } }));
}

const ASKED = [
  ['run_started', 'run_claimed', 'step_completed'],
  [
    'step_completed',
    'batch_judged',
    'interaction_request',
    'tool_auth_required',
    'execution_suspended',
  ],
];
const ANSWERED = [
  'interaction_response',
  'interaction_resolved',
  'permission_updated',
  'execution_resumed',
  'run_claimed',
];
const ENDED = [
  ['tool_completed', 'step_completed'],
  ['step_completed', 'run_completed'],
];

test('decisions of rules are one commit with the model’s message or the person’s answer', async () => {
  const { engine, store } = oneCall(true);
  const { run_id: id, session_id: session } = await start(engine, ALICE);
  expect(await commitsOf(store, session)).toEqual(ASKED);
  await approve(engine);
  await settle(engine, ALICE, id);
  expect(await commitsOf(store, session)).toEqual([
    ...ASKED,
    [...ANSWERED, 'tool_started'],
    ...ENDED,
  ]);
});

test('an answer to a request of this instance is decided on its log alone', async () => {
  const memory = createMemoryStore();
  const found: string[] = [];
  const store: SessionStore = {
    ...memory,
    findInteraction: (...call) => (found.push(call[1]), memory.findInteraction(...call)),
  };
  const { engine } = oneCall(true, {}, store);
  const { run_id: id } = await start(engine, ALICE);
  const [request] = await pendingOf(engine, ALICE);
  const answer = {
    request_id: request?.id ?? '',
    type: 'confirm',
    action: 'approve',
    remember: { scope: 'once' },
  } as const;
  expect(await engine.respond(BOB, answer.request_id, answer)).toMatchObject({
    problem: { code: 'interaction_not_found' },
  });
  await approve(engine);
  expect(found).toEqual([]);
  expect((await settle(engine, ALICE, id)).at(-1)?.type).toBe('run_completed');
  expect(
    await engine.respond(ALICE, answer.request_id, { ...answer, action: 'deny' }),
  ).toMatchObject({ problem: { code: 'already_resolved' } });
});

test('a call that needs no person starts in the commit of the turn that proposed it', async () => {
  const { engine, store } = oneCall(false);
  const { session_id: session } = await start(engine, ALICE);
  expect(await commitsOf(store, session)).toEqual([
    ASKED[0],
    ['step_completed', 'batch_judged', 'tool_started'],
    ...ENDED,
  ]);
});

test('a policy of the host is called only after earlier events are stored', async () => {
  const store = createMemoryStore();
  const seen: string[][] = [];
  const approvalPolicy = {
    async shouldApprove(_: unknown, { sessionId }: { readonly sessionId: string }) {
      seen.push((await commitsOf(store, sessionId)).at(-1) ?? []);
      return { decision: 'require_human' } as PolicyDecision;
    },
  };
  const { engine } = oneCall(true, { approvalPolicy }, store);
  const { run_id: id, session_id: session } = await start(engine, ALICE);
  await approve(engine);
  await settle(engine, ALICE, id);
  expect(seen).toEqual([['step_completed'], ANSWERED]);
  expect((await commitsOf(store, session)).at(-3)).toEqual(['tool_started']);
});

/** A store that runs `work` after storing a commit that starts a call, before `append` resolves. */
function afterStart(work: () => Promise<void>): SessionStore {
  const store = createMemoryStore();
  return {
    ...store,
    async append(...call) {
      const outcome = await store.append(...call);
      const [, , { events }] = call;
      if (events.some(({ type }) => type === 'tool_started')) await work();
      return outcome;
    },
  };
}

/** Lets all current work in this process finish. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a run that is read while an answer starts its call does not consider the call lost', async () => {
  let runId = '';
  const store = afterStart(async () => {
    valueOf(await one.engine.control(ALICE, { run_id: runId, action: 'resume_run' }));
    await turns();
  });
  const one = oneCall(true, {}, store);
  runId = (await start(one.engine, ALICE)).run_id;
  await approve(one.engine);
  expect(typesOf(await settle(one.engine, ALICE, runId))).not.toContain('tool_outcome_unknown');
  expect(one.ledger.runs).toHaveLength(1);
});

test('a call that an answer starts while the server closes still runs', async () => {
  let closing: Promise<void> | undefined;
  const store = afterStart(async () => {
    closing = one.engine.close();
    await turns();
  });
  const one = oneCall(true, {}, store);
  const { session_id: session } = await start(one.engine, ALICE);
  await approve(one.engine);
  await closing;
  expect(one.ledger.runs).toHaveLength(1);
  expect((await commitsOf(store, session)).at(-1)).toEqual(['tool_completed', 'step_completed']);
});

test('an answer that arrives while the server closes is stored, and starts nothing', async () => {
  const one = oneCall(true);
  const { session_id: session } = await start(one.engine, ALICE);
  await one.engine.close();
  await approve(one.engine);
  expect((await commitsOf(one.store, session)).at(-1)).toEqual(ANSWERED);
  expect(one.ledger.runs).toEqual([]);
});

test('a call that another instance aborts while it starts does not run', async () => {
  const bus = createLocalBus();
  let runId = '';
  const store = afterStart(async () => {
    valueOf(await other.engine.control(ALICE, { run_id: runId, action: 'abort_run' }));
  });
  const one = oneCall(true, {}, store, bus);
  const other = oneCall(true, {}, store, bus);
  runId = (await start(one.engine, ALICE)).run_id;
  await approve(one.engine);
  expect(typesOf(await settle(one.engine, ALICE, runId)).at(-1)).toBe('run_aborted');
  expect(one.ledger.runs).toEqual([]);
});

test('from message to end, a log is read when a person acts, and not in between', async () => {
  const memory = createMemoryStore();
  const reads: string[] = [];
  const note = (name: string) => void reads.push(name);
  const store: SessionStore = {
    ...memory,
    load: (...call) => (note('load'), memory.load(...call)),
    read: (...call) => (note('read'), memory.read(...call)),
    readRun: (...call) => (note('readRun'), memory.readRun(...call)),
    readChapters: (...call) => (note('readChapters'), memory.readChapters(...call)),
  };
  const { engine, ledger } = oneCall(true, {}, store);
  const input = { agent_id: 'agent', input: 'go' };
  const { key, run } = valueOf(await engine.createRun(ALICE, input));
  const follow = async (after: number) => {
    const types: string[] = [];
    for await (const { type } of engine.feed.run(key, run.id, { after, until: 'rest' })) {
      types.push(type);
    }
    return types;
  };
  expect((await follow(0)).at(-1)).toBe('execution_suspended');
  expect(reads).toEqual(['load']);
  const [request] = await pendingOf(engine, ALICE);
  const id = request?.id ?? '';
  const answer = { request_id: id, type: 'confirm', action: 'approve' } as const;
  const settled = valueOf(
    await engine.respond(ALICE, id, { ...answer, remember: { scope: 'once' } }),
  );
  expect((await follow(settled.after)).at(-1)).toBe('run_completed');
  expect(ledger.runs).toHaveLength(1);
  expect(reads).toEqual(['load', 'load']);
});

test('an instance that continues a session reads the conversation while it loads the log', async () => {
  const memory = createMemoryStore();
  const before = oneCall(false, {}, memory);
  const { run_id: runId, session_id: session } = await start(before.engine, ALICE);
  await settle(before.engine, ALICE, runId);
  const reads: string[] = [];
  const store: SessionStore = {
    ...memory,
    async load(key) {
      reads.push('load');
      const loaded = await memory.load(key);
      reads.push('loaded');
      return loaded;
    },
    readChapters: (key) => (reads.push('readChapters'), memory.readChapters(key)),
    read: (...call) => (reads.push('read'), memory.read(...call)),
  };
  const { engine } = oneCall(false, {}, store);
  const input = { agent_id: 'agent', session_id: session, input: 'again' };
  const { run } = valueOf(await engine.createRun(ALICE, input));
  expect(typesOf(await settle(engine, ALICE, run.id)).at(-1)).toBe('run_completed');
  expect(reads.slice(0, 3)).toEqual(['load', 'readChapters', 'loaded']);
  expect(reads.filter((read) => read.startsWith('read'))).toEqual(['readChapters']);
});
