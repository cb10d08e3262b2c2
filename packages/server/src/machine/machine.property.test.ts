import type { InteractionRequest, RunEvent } from '@hitl/protocol';
import {
  INITIAL_CONTROL,
  actionOf,
  evolveMessages,
  evolveRun,
  isFinished,
  toRun,
  verifyAudit,
  type ControlState,
} from '@hitl/protocol/fold';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import { agentTool } from '../agents/agent-tool.ts';
import { readTrail } from '../audit/trail.ts';
import { trailEntries } from '../audit/entries.ts';
import type { Engine } from '../engine/engine.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  world,
  type Turn,
} from '../engine/engine.fixture.ts';
import { replayAudit } from '../audit/replay.ts';

/** Actions of people, clocks and machines on one session. */
type Step =
  | { readonly do: 'start' }
  | { readonly do: 'answer'; readonly which: number; readonly how: How; readonly twice: boolean }
  | { readonly do: 'control'; readonly action: 'pause_run' | 'resume_run' | 'abort_run' }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'crash' }
  | { readonly do: 'deny_rule' };

const HOW = ['approve', 'deny', 'modify_args', 'pause', 'resume', 'abort_run', 'answer'] as const;
type How = (typeof HOW)[number];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'start' }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(5),
      how: fc.constantFrom(...HOW),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('control' as const),
      action: fc.constantFrom('pause_run' as const, 'resume_run' as const, 'abort_run' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(800) }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'crash' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'deny_rule' }) },
);

const name = fc.constantFrom('free', 'gated', 'gated', 'asking', 'inner', 'unknown');
const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.array(name, { minLength: 1, maxLength: 4 }).map((names): Turn => ({
    calls: names.map((tool, index) => ({ id: `c${index}`, name: tool, args: { input: 'x' } })),
  })),
  { maxLength: 4 },
);

async function walk(script: readonly Turn[], steps: readonly Step[]): Promise<void> {
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const store = createMemoryStore({ now: () => now });
  const permissions = createMemoryPermissionStore({ now: () => now });
  const ledger = newLedger();
  let instance = 0;

  function boot(): Engine {
    instance += 1;
    const gated = ledgerTool(ledger, 'gated', { requiresConsent: true });
    const free = ledgerTool(ledger, 'free', { requiresConsent: false });
    const asking = ledgerTool(
      { runs: [] },
      'asking',
      { requiresConsent: false, effects: 'keyed' },
      async (_, context) => {
        const answer = await context.ask('k', {
          type: 'input',
          id: 'q',
          title: 'What?',
          required: false,
          multiline: false,
          input_type: 'text',
          sensitive: false,
        });
        return answer.text ?? '';
      },
    );
    const inner = scripted(
      [{ calls: [{ id: 'i', name: 'gated', args: {} }] }, { text: 'inner end' }],
      [gated],
      { name: 'inner', consentTimeoutMs: 1000 },
    );
    const outer = scripted(script, [gated, free, asking, agentTool(inner.agent)], {
      consentTimeoutMs: 1000,
    });
    const owner = `host:${instance}:x`;
    return world([outer.agent, inner.agent], ledger, {
      store,
      permissions,
      owner,
      liveness: { prefix: 'host:', isGone: (other) => other !== owner },
    }).engine;
  }

  let engine = boot();
  const key = { tenantId: 'default', sessionId: 's' };

  for (const [index, at] of steps.entries()) {
    await take(at, index);
    await calm();
    await check();
  }
  await checkTrails();
  await engine.close(0);

  async function take(at: Step, index: number): Promise<void> {
    switch (at.do) {
      case 'start':
        await engine.createRun(ALICE, {
          agent_id: 'agent',
          input: `message ${index}`,
          session_id: 's',
        });
        return;
      case 'answer': {
        const waiting = await pendingOf(engine, ALICE);
        const request = waiting[at.which % Math.max(1, waiting.length)];
        if (request === undefined) return;
        const answers = at.twice ? [at.how, 'deny' as const] : [at.how];
        await Promise.all(
          answers.map((how) => engine.respond(ALICE, request.id, answerOf(request, how))),
        );
        return;
      }
      case 'control': {
        const { items } = await engine.listRuns(ALICE, { limit: 1 });
        const [run] = items;
        if (run !== undefined) await engine.control(ALICE, { run_id: run.id, action: at.action });
        return;
      }
      case 'pass':
        now += at.ms;
        return;
      case 'crash':
        await engine.close(0);
        engine = boot();
        engine.start();
        return;
      case 'deny_rule':
        await engine.saveRule(ALICE, 'alice', 'deny', { resource: 'gated(*)' });
    }
  }

  /** Continues until all work that needs no person is done. */
  async function calm(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      await new Promise((resolve) => setImmediate(resolve));
      const { state } = await store.load(key);
      const busy = Object.values(state.trees).some(
        (tree) => tree.owner !== undefined && !tree.paused,
      );
      quiet = busy ? 0 : quiet + 1;
    }
  }

  async function check(): Promise<void> {
    const commits = await store.read(key, 0);
    const events = commits.flatMap((commit) => commit.events);
    const { state } = await store.load(key);
    expect(events.reduce(evolveRun, INITIAL_CONTROL)).toEqual(state);
    checkNumbering(events);
    checkResults(events);
    checkEffects(events);
    await checkProjections(state);
    checkBlocks(events, state);
    await checkAudit(events, state);
  }

  /** Events of a root run are numbered 1..n without gaps; times never decrease. */
  function checkNumbering(events: readonly RunEvent[]): void {
    const next = new Map<string, number>();
    let time = '';
    for (const { root_run_id: root, seq, timestamp } of events) {
      expect(seq).toBe((next.get(root) ?? 0) + 1);
      next.set(root, seq);
      expect(timestamp >= time).toBe(true);
      time = timestamp;
    }
  }

  /** Each call has one final result, after its decision; calls that ran have them in call order. */
  function checkResults(events: readonly RunEvent[]): void {
    const results = events.flatMap((event) =>
      event.type === 'tool_completed' ? [`${event.run_id} ${event.data.result.tool_call_id}`] : [],
    );
    expect(new Set(results).size).toBe(results.length);
    const resolved = events.flatMap((event) =>
      event.type === 'interaction_resolved' ? [event.data.interaction_id] : [],
    );
    expect(new Set(resolved).size).toBe(resolved.length);
  }

  /** At most one effect per key, and none that a person or a rule denied. */
  function checkEffects(events: readonly RunEvent[]): void {
    const keys = ledger.runs.map(({ key: effect }) => effect);
    expect(new Set(keys).size).toBe(keys.length);
    const denied = new Set(
      events.flatMap((event) =>
        event.type === 'tool_auth_denied' ? [`${event.run_id}:${event.data.tool_call_id}`] : [],
      ),
    );
    expect(keys.filter((effect) => denied.has(effect))).toEqual([]);
  }

  /** Lists equal the projections of the log. */
  async function checkProjections(state: ControlState): Promise<void> {
    const waiting = Object.values(state.trees).flatMap((tree) =>
      tree.pending.map(({ request }) => request),
    );
    const listed = await pendingOf(engine, ALICE);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
    for (const tree of Object.values(state.trees)) {
      for (const run of Object.values(tree.runs)) {
        const found = await store.findRun('default', run.id);
        expect(found?.run).toEqual(toRun(state, tree, run));
      }
    }
  }

  /** Pending calls in the transcript equal the pending requests; a finished run has none. */
  function checkBlocks(events: readonly RunEvent[], state: ControlState): void {
    const blocks = events
      .reduce(evolveMessages, [])
      .flatMap(({ blocks: own }) => own)
      .filter(({ status }) => status === 'pending')
      .map(({ interaction_id: id }) => id);
    const waiting = Object.values(state.trees).flatMap((tree) =>
      tree.pending.map(({ request }) => request.id),
    );
    expect(blocks.toSorted()).toEqual(waiting.toSorted());
    for (const tree of Object.values(state.trees)) {
      if (isFinished(tree)) expect(tree.pending).toEqual([]);
    }
  }

  /** The replayed audit trail has the same pending and decided requests. */
  async function checkAudit(events: readonly RunEvent[], state: ControlState): Promise<void> {
    const roots = [...new Set(events.map(({ root_run_id: root }) => root))];
    const replays = roots.map((root) => replayAudit(trailEntries(events, root)));
    const waiting = Object.values(state.trees).flatMap((tree) =>
      tree.pending.map(
        ({ request }) => `${request.id} ${request.tool_call_id} ${request.paused === true}`,
      ),
    );
    expect(
      replays
        .flatMap(({ pending }) => pending)
        .map(({ interactionId: id, toolCallId: call, paused }) => `${id} ${call} ${paused}`)
        .toSorted(),
    ).toEqual(waiting.toSorted());
    const decided = replays.flatMap((replay) => replay.decided);
    const settled = events.filter(({ type }) => type === 'interaction_resolved');
    expect(decided).toHaveLength(settled.length);
    for (const { interactionId: id, status, action } of decided) {
      const found = await store.findInteraction('default', id);
      expect(found?.status).toBe(status);
      const { response, interaction_request: request } = found ?? {};
      if (response === undefined || request?.purpose !== 'authorization') continue;
      expect(action).toBe(actionOf(request, response));
    }
  }

  /** The trail of every run, including nested ones, is intact, and its entries equal the log's. */
  async function checkTrails(): Promise<void> {
    const events = (await store.read(key, 0)).flatMap((commit) => commit.events);
    const { items: runs } = await store.listRuns({ tenantId: 'default', limit: 200 });
    for (const run of runs) {
      const trail = await readTrail(store, key, run);
      const entries = trailEntries(
        events.filter(({ root_run_id: root }) => root === run.root_run_id),
        run.id,
      );
      expect(await verifyAudit(trail)).toMatchObject({ ok: true, entries: entries.length });
      expect(trail.entries).toEqual(entries.map((entry) => expect.objectContaining(entry)));
    }
  }
}

function answerOf(request: InteractionRequest, how: How) {
  const base = { request_id: request.id, type: request.type };
  if (request.purpose === 'question' && how === 'approve') return { ...base, text: 'yes' };
  if (request.purpose === 'recovery') return { ...base, selected_values: ['mark_failed'] };
  switch (how) {
    case 'modify_args':
      return { ...base, action: how, modified_args: { input: 'edited' } };
    case 'answer':
      return { ...base, action: how, text: 'by hand' };
    default:
      return { ...base, action: how };
  }
}

test('whatever people, clocks and crashes do, the invariants hold after every step', async () => {
  await fc.assert(fc.asyncProperty(turns, fc.array(step, { minLength: 1, maxLength: 20 }), walk), {
    numRuns: 150,
    endOnFailure: false,
  });
});
