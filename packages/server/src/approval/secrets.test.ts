import { QuestionSchema } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createAskHumanTool } from '../tools/ask-human.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createMemoryVault } from '../vault/vault.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  valueOf,
  world,
  type Turn,
} from '../engine/engine.fixture.ts';

const CANARY = 'canary-4711-"geheim"';

/** Asks for a password, then passes the answer to a tool. */
const TURNS = (handle: () => string): Turn[] => [
  { calls: [{ id: 'ask', name: 'ask_human', args: { prompt: 'Password?', sensitive: true } }] },
  {
    get calls() {
      return [{ id: 'use', name: 'login', args: { password: handle() } }];
    },
  },
  { text: 'logged in' },
];

async function secretWorld(revealSecrets: 'tools' | 'model' = 'tools') {
  const ledger = newLedger();
  const store = createMemoryStore();
  let handle = '';
  const login = ledgerTool(ledger, 'login', { requiresConsent: false }, (args) =>
    Promise.resolve(`logged in with ${JSON.stringify(args)}`),
  );
  const script = scripted(
    TURNS(() => handle),
    [createAskHumanTool(), login],
    { revealSecrets },
  );
  const made = world([script.agent], ledger, { store, vault: createMemoryVault() });
  const { run_id: id, session_id: session } = await start(made.engine, ALICE);
  const [request] = await pendingOf(made.engine, ALICE);
  if (request === undefined) throw new Error('nothing waits');
  return {
    ...made,
    script,
    request,
    run_id: id,
    session_id: session,
    answer: async () => {
      const response = { request_id: request.id, type: 'input' as const, text: CANARY };
      const respond = () => made.engine.respond(ALICE, request.id, response);
      const settled = valueOf(await respond());
      handle = settled.interaction.response?.text ?? '';
      await settle(made.engine, ALICE, id);
      return { respond, handle };
    },
  };
}

function sinks(value: unknown): string {
  return JSON.stringify(value);
}

describe('a sensitive answer', () => {
  test('reaches only the tool in clear text, and no log, message, audit or list', async () => {
    const { answer, engine, ledger, store, script, ...ids } = await secretWorld();
    const { handle } = await answer();
    expect(handle).toMatch(/^‹secret:[0-9a-f-]{36}›$/);
    expect(ledger.runs).toMatchObject([{ tool: 'login', args: { password: CANARY } }]);
    const key = { tenantId: 'default', sessionId: ids.session_id };
    const seen = [
      await store.read(key, 0),
      await store.load(key),
      await engine.getMessages(ALICE, ids.session_id),
      await engine.audit(ALICE, ids.run_id),
      await engine.listInteractions(ALICE, { limit: 50 }),
      await engine.getInteraction(ALICE, ids.request.id),
      script.requests.map(({ messages }) => messages),
    ].map(sinks);
    for (const text of seen) expect(text).not.toMatch(/canary-4711|geheim/);
    expect(seen[2]).toContain(`logged in with {\\"password\\":\\"${handle}\\"}`);
  });

  test('sent again in clear text gets the same reply as the first time', async () => {
    const { answer } = await secretWorld();
    const { respond } = await answer();
    expect(await respond()).toMatchObject({ ok: true });
  });

  test('is shown to a model whose agent may see it', async () => {
    const { answer, script } = await secretWorld('model');
    await answer();
    expect(sinks(script.requests[1]?.messages)).toContain('canary-4711');
  });

  test('that is invalid is refused before it is stored', async () => {
    const { engine, request } = await secretWorld();
    const empty = { request_id: request.id, type: 'input' as const, text: '' };
    expect(await engine.respond(ALICE, request.id, empty)).toMatchObject({
      problem: { code: 'invalid_response' },
    });
    expect(await pendingOf(engine, ALICE)).toHaveLength(1);
  });
});

describe('without a vault', () => {
  test('without a vault a sensitive question ends as an error result, and no one is asked', async () => {
    const ledger = newLedger();
    const script = scripted(
      TURNS(() => ''),
      [createAskHumanTool()],
    );
    const { engine } = world([script.agent], ledger);
    const { events } = await start(engine, ALICE);
    expect(events.find((event) => event.type === 'tool_completed')?.data).toMatchObject({
      result: { is_success: false, content: expect.stringContaining('no vault') },
    });
    expect(await pendingOf(engine, ALICE)).toEqual([]);
  });

  test('without a vault a tool that asks for a secret while running ends with an error', async () => {
    const ledger = newLedger();
    const login = ledgerTool(ledger, 'login', { requiresConsent: false }, (_, context) =>
      context
        .ask(
          'password',
          QuestionSchema.parse({ type: 'input', title: 'Password?', sensitive: true }),
        )
        .then(({ text }) => `logged in with ${text}`),
    );
    const script = scripted(
      [{ calls: [{ id: 'c', name: 'login', args: {} }] }, { text: 'done' }],
      [login],
    );
    const { engine } = world([script.agent], ledger);
    const { events } = await start(engine, ALICE);
    expect(events.find((event) => event.type === 'tool_completed')?.data).toMatchObject({
      result: { is_success: false, content: expect.stringContaining('no vault') },
    });
    expect(events.at(-1)?.type).toBe('run_completed');
  });

  test('an external loop may not ask for a secret without a vault', async () => {
    const { engine } = world([], newLedger());
    const question = { type: 'input' as const, title: 'Password?', sensitive: true };
    const call = { session_id: 's', tool_call_id: 'c', ...question };
    expect(await engine.createInteraction(ALICE, call)).toMatchObject({
      ok: false,
      problem: { code: 'invalid_request', errors: [{ path: 'sensitive' }] },
    });
  });

  test('an answer to a question of a server with a vault is refused, not stored in clear text', async () => {
    const { request, store, script, ledger } = await secretWorld();
    const { engine } = world([script.agent], ledger, { store, vault: null });
    const answer = { request_id: request.id, type: 'input' as const };
    expect(await engine.respond(ALICE, request.id, { ...answer, text: CANARY })).toMatchObject({
      ok: false,
      problem: { code: 'invalid_response', errors: [{ path: 'text' }] },
    });
    expect(await pendingOf(engine, ALICE)).toMatchObject([{ id: request.id }]);
    const key = { tenantId: 'default', sessionId: request.session_id };
    expect(sinks(await store.read(key, 0))).not.toMatch(/canary-4711|geheim/);
    expect(await engine.respond(ALICE, request.id, { ...answer, action: 'deny' })).toMatchObject({
      ok: true,
    });
  });
});
