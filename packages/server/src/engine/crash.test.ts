import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InteractionRequest, InteractionResponse, Question, RunEvent } from '@hitl/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createJournalStore } from '../store/journal.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { agentTool } from '../agents/agent-tool.ts';
import type { Engine } from './engine.ts';
import { ALICE, ledgerTool, newLedger, scripted, world } from './engine.fixture.ts';

/** Whether the process dies before its n-th write, or after it, before the write is acknowledged. */
const DEATHS = ['before', 'after'] as const;
type Death = (typeof DEATHS)[number];

const KEY = { tenantId: 'default', sessionId: 's' };

/** A process; after its death all its calls to the store fail. */
interface Mortal {
  writes: number;
  dead: boolean;
}

/** A process's view of a store that outlives it. */
function held<S extends object>(
  store: S,
  process: Mortal,
  writes: ReadonlySet<PropertyKey>,
  at: { readonly n: number; readonly death: Death },
): S {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        if (process.dead) throw new Error('this process is dead');
        const dies = writes.has(name) && (process.writes += 1) === at.n;
        if (dies && at.death === 'before') process.dead = true;
        if (process.dead) throw new Error('this process died before it wrote');
        const outcome: unknown = await Reflect.apply(method, target, given);
        if (dies) process.dead = true;
        if (process.dead) throw new Error('this process died after it wrote');
        return outcome;
      };
    },
  });
}

const QUESTION: Question = {
  id: 'q',
  type: 'input',
  title: 'Which one?',
  multiline: false,
  input_type: 'text',
  sensitive: false,
  required: true,
  metadata: {},
};

/** An agent with all kinds of calls, including one of a nested agent. */
function agents(ledger: ReturnType<typeof newLedger>) {
  const ask = { requiresConsent: true };
  const free = { requiresConsent: false };
  const inner = scripted(
    [
      {
        calls: [
          { id: 'i1', name: 'inner_free', args: {} },
          { id: 'i2', name: 'inner_gated', args: {} },
        ],
      },
      { text: 'inner end' },
    ],
    [ledgerTool(ledger, 'inner_free', free), ledgerTool(ledger, 'inner_gated', ask)],
    { name: 'inner', consentTimeoutMs: null },
  );
  const asking = ledgerTool(ledger, 'asking', free);
  const outer = scripted(
    [
      {
        calls: [
          { id: 'a', name: 'free', args: {} },
          { id: 'b', name: 'gated', args: { n: 1 } },
          { id: 'c', name: 'gated', args: { n: 2 } },
          { id: 'd', name: 'question', args: {} },
          { id: 'e', name: 'inner', args: { input: 'look' } },
        ],
      },
      {
        calls: [
          // Covered by the rule that was saved for b.
          { id: 'f', name: 'gated', args: { n: 1 } },
          { id: 'g', name: 'asking', args: {} },
        ],
      },
      { text: 'end' },
    ],
    [
      ledgerTool(ledger, 'free', free),
      ledgerTool(ledger, 'gated', ask),
      {
        name: 'question',
        parameters: { type: 'object' },
        effects: 'pure',
        ...free,
        question: () => QUESTION,
        execute: (_, { answers }) => Promise.resolve(answers[0]?.text ?? ''),
      },
      {
        ...asking,
        async execute(args, context) {
          const { text } = await context.ask('which', QUESTION);
          return asking.execute({ ...args, text }, context);
        },
      },
      agentTool(inner.agent),
    ],
    { consentTimeoutMs: null },
  );
  return [outer.agent, inner.agent];
}

/** The person's answer, always the same for the same request. */
function answerTo(
  { id, type, purpose, run_id, tool_call_id, metadata }: InteractionRequest,
  done: ReadonlySet<string>,
): InteractionResponse {
  const base = { request_id: id, type };
  if (purpose === 'recovery') {
    const choice = done.has(`${run_id}:${tool_call_id}`) ? 'mark_done' : 'retry';
    return { ...base, selected_values: [choice], text: 'it was done' };
  }
  if (purpose === 'question') return { ...base, text: 'the first' };
  if (tool_call_id === 'c') return { ...base, action: 'deny' };
  const patterns = [String(metadata['resource'])];
  return tool_call_id === 'b'
    ? { ...base, action: 'approve', remember: { scope: 'always', patterns } }
    : { ...base, action: 'approve', remember: { scope: 'once' } };
}

/** Storage that outlives the processes. */
interface Medium {
  /** Opens the storage for a new process. */
  readonly boot: () => SessionStore;
  /** A view of the storage for the test. */
  readonly look: SessionStore;
}

function memory(): Medium {
  const store = createMemoryStore();
  return { boot: () => store, look: store };
}

/** A folder that is deleted after the test. */
function journal(): Medium {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    boot: () => createJournalStore({ folder, mode: 'write', sessionId: KEY.sessionId }),
    look: createJournalStore({ folder, mode: 'read' }),
  };
}

/** Plays the whole run; the first process dies at its n-th write. Returns the number of writes. */
async function survive(n: number, death: Death, { boot: open, look }: Medium): Promise<number> {
  const rules = createMemoryPermissionStore();
  const ledger = newLedger();
  const processes: Mortal[] = [];
  const stores = [look];
  const engines: Engine[] = [];

  function boot(at: { readonly n: number; readonly death: Death }): Engine {
    const process: Mortal = { writes: 0, dead: false };
    let waited = 0;
    const index = processes.push(process) - 1;
    const store = open();
    stores.push(store);
    const { engine } = world(agents(ledger), ledger, {
      store: held(store, process, new Set(['append']), at),
      permissions: held(rules, process, new Set(['save']), at),
      owner: `here:${index}`,
      liveness: {
        prefix: 'here:',
        isGone: (owner) => processes[Number(owner.slice('here:'.length))]?.dead !== false,
      },
      // A dead process must not wait for its store to come back, so its clock advances a minute per
      // call.
      now: () => Date.now() + (process.dead ? (waited += 60_000) : 0),
    });
    engine.start();
    engines.push(engine);
    return engine;
  }

  let engine = boot({ n, death });
  /** The current process; a new one after a death. */
  const living = (): Engine => {
    if (processes.at(-1)?.dead === true) engine = boot({ n: 0, death });
    return engine;
  };
  /** Repeats a call, like a client that got no reply. */
  const insist = async <T>(call: (current: Engine) => Promise<T>): Promise<T> => {
    for (;;) {
      const current = living();
      try {
        return await call(current);
      } catch (error) {
        if (processes.at(-1)?.dead !== true) throw error;
      }
    }
  };

  const input = { agent_id: 'agent', input: 'go', session_id: 's' };
  const created = await insist((current) =>
    current.createRun(ALICE, input, { idempotencyKey: 'once' }),
  );
  expect(created.ok).toBe(true);
  for (;;) {
    living();
    const { items: runs } = await look.listRuns({ tenantId: 'default', limit: 10 });
    expect(runs.filter(({ parent_run_id: parent }) => parent === null)).toHaveLength(1);
    if (runs.some(({ parent_run_id: parent, status }) => parent === null && status === 'completed'))
      break;
    const pending = { tenantId: 'default', status: 'pending', limit: 10 } as const;
    for (const { interaction_request: request } of (await look.listInteractions(pending)).items) {
      const done = new Set(ledger.runs.map(({ key }) => key));
      const response = answerTo(request, done);
      const answered = await insist((current) => current.respond(ALICE, request.id, response));
      // A repeated answer gets the same reply as the first one. A reader of a journal may see a
      // request before its commit is synced; then the writer does not know it yet.
      if (!answered.ok && answered.problem.code === 'interaction_not_found') continue;
      expect(answered.ok ? null : answered.problem).toBeNull();
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(engines.map((each) => each.close(0)));

  const events = (await look.read(KEY, 0)).flatMap((commit) => commit.events);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expectOnce(events, ledger.runs);
  const saved = await rules.rules({ tenantId: 'default', userId: 'alice' });
  expect(saved.map(({ pattern, effect }) => [pattern, effect])).toEqual([
    ['gated({"n":1})', 'allow'],
  ]);
  await Promise.all(stores.map((store) => store.close()));
  return processes[0]?.writes ?? 0;
}

/** Every request was asked once, every call has one result, and every effect happened once. */
function expectOnce(
  events: readonly RunEvent[],
  effects: readonly { tool: string; key: string }[],
): void {
  expect(new Set(effects.map(({ key }) => key)).size).toBe(effects.length);
  expect(effects.map(({ tool }) => tool)).toEqual([
    'free',
    'gated',
    'inner_free',
    'inner_gated',
    'gated',
    'asking',
  ]);
  const asked = events.flatMap((event) =>
    event.type === 'interaction_request' ? [event.data.interaction_request] : [],
  );
  const calls = asked.filter(({ purpose }) => purpose !== 'recovery');
  expect(calls.map(({ tool_call_id: id }) => id)).toEqual(['b', 'c', 'd', 'i2', 'g']);
  const resolved = events.filter(({ type }) => type === 'interaction_resolved');
  expect(resolved).toHaveLength(asked.length);
  const results = events.flatMap((event) =>
    event.type === 'tool_completed' ? [event.data.result.tool_call_id] : [],
  );
  expect(results).toEqual(['a', 'b', 'c', 'd', 'i1', 'i2', 'e', 'f', 'g']);
  expect(events.filter(({ type }) => type === 'rules_saved')).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: 'run_completed', data: { response: 'end' } });
}

test.each([
  ['memory', memory],
  // The process that opens the journal does not repeat finished calls.
  ['a journal', journal],
] as const)(
  'a process that dies at any write, before or after it is done, loses nothing and does nothing twice, in %s',
  async (_, medium) => {
    const writes = await survive(0, 'before', medium());
    expect(writes).toBeGreaterThan(20);
    const cases = DEATHS.flatMap((death) =>
      Array.from({ length: writes }, (__, index) => ({ death, n: index + 1 })),
    );
    await Promise.all(cases.map(({ death, n }) => survive(n, death, medium())));
  },
);
