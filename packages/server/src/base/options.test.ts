import { expect, test } from 'vitest';
import { buildAgents } from '../agents/build-agents.ts';
import { createHitl, type HitlOptions } from '../create-hitl.ts';
import { createOpenAiModel } from '../models/openai.ts';
import { createScriptedModel } from '../models/scripted.ts';
import { serve, toNodeHandler } from '../node/index.ts';
import { createJournalStore } from '../store/journal.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createPostgresStore } from '../store/postgres.ts';
import { createSqliteStore } from '../store/sqlite.ts';
import { defineTool } from '../agents/define-tool.ts';

const model = createScriptedModel({ name: 'main', turns: [] });
const agents = [{ name: 'clerk', model }];

/** Unchecked options, as from plain JavaScript. */
const createUntyped = (options: unknown) => createHitl(options as HitlOptions);

test('a misspelled option of a server is refused with the one that was probably meant', () => {
  expect(() => createUntyped({ agents, sesionStore: createMemoryStore() })).toThrow(
    'createHitl has no option "sesionStore". Did you mean "sessionStore"?',
  );
});

test('the snake_case name of an option is refused with the name that it has', () => {
  expect(() => createUntyped({ agents, session_store: createMemoryStore() })).toThrow(
    'createHitl has no option "session_store". Did you mean "sessionStore"?',
  );
  expect(() => createUntyped({ agents, limits: { rules_per_user: 3 } })).toThrow(
    'limits has no option "rules_per_user". Did you mean "rulesPerUser"?',
  );
});

test('an option of an agent is refused with the name of the agent', () => {
  expect(() => createUntyped({ agents: [{ ...agents[0], maxStep: 3 }] })).toThrow(
    'The agent "clerk" has no option "maxStep". Did you mean "maxSteps"?',
  );
});

test('a SQLite store names its options when it gets only a path, or an unknown option', () => {
  const createStore = createSqliteStore as (options: unknown) => unknown;
  expect(() => createStore('runs.db')).toThrow(
    'createSqliteStore takes an object of options, not "runs.db".',
  );
  expect(() => createStore({ file: 'runs.db' })).toThrow(
    'createSqliteStore has no option "file". It takes: busyTimeoutMs, database, now, path.',
  );
});

test('unknown options of tools and models are refused', () => {
  const tool = { name: 'mail', parameters: { type: 'object' }, execute: () => 'x' };
  expect(() => defineTool(Object.assign(tool, { effect: 'pure' }))).toThrow(
    'Did you mean "effects"?',
  );
  const script = { name: 'm', turns: [] };
  expect(() => createScriptedModel(Object.assign(script, { turn: [] }))).toThrow(
    'Did you mean "turns"?',
  );
  const remote = { name: 'm', baseUrl: 'http://x', model: 'x' };
  expect(() => createOpenAiModel(Object.assign(remote, { ['api_key']: 'x' }))).toThrow(
    'createOpenAiModel has no option "api_key". Did you mean "apiKey"?',
  );
});

test.each([
  ['a promise', Promise.resolve(createMemoryStore()), 'sessionStore of createHitl is a promise'],
  ['something else', { load: () => null }, 'lacks the functions append, close'],
  ['a text', 'sqlite:x.db', 'sessionStore of createHitl is "sqlite:x.db"'],
])('%s instead of a store is refused', (_, store, message) => {
  expect(() => createUntyped({ agents, sessionStore: store })).toThrow(message);
});

test('missing options are refused', () => {
  expect(() => createUntyped([])).toThrow('createHitl takes an object of options, not a list');
  expect(() => createUntyped({})).toThrow('createHitl needs agents');
});

test('an undefined option counts as absent', () => {
  const unset = { enablePermissions: undefined, enableHitl: undefined, maxSteps: undefined };
  const parts = { models: [], tools: [], ruleContext: { root: '/', home: '/' } };
  const [clerk] = buildAgents([{ name: 'clerk', model, ...unset }], parts);

  expect(clerk).toMatchObject({ enablePermissions: true, enableHitl: true, maxSteps: 10 });
  const tool = {
    name: 'mail',
    description: '',
    parameters: { type: 'object' },
    execute: () => 'x',
  };
  expect(Object.keys(defineTool({ ...tool, riskLevel: undefined }))).not.toContain('risk_level');
});

test.each([
  [{ agents: [{}] }, 'An agent needs a name'],
  [{ agents, models: model }, 'models of createHitl is not a list'],
  [{ agents, tools: {} }, 'tools of createHitl is not a list'],
])('%j is refused with the expected value', (options, message) => {
  expect(() => createUntyped(options)).toThrow(message);
});

test('a script without turns is refused', () => {
  expect(() => Reflect.apply(createScriptedModel, null, [{ name: 'm' }])).toThrow('needs turns');
});

test.each([
  [createSqliteStore, { file: 'hitl.db' }, 'createSqliteStore has no option "file"'],
  [createSqliteStore, {}, 'createSqliteStore needs path'],
  [createJournalStore, { folder: 'x', mod: 'read' }, 'Did you mean "mode"?'],
  [createJournalStore, { mode: 'read' }, 'createJournalStore needs folder'],
  [createJournalStore, { folder: 'x' }, 'createJournalStore needs mode'],
  [createJournalStore, { folder: 'x', mode: 'wirte' }, 'Did you mean "write"?'],
  [createPostgresStore, { url: 'postgres://x' }, 'A PostgreSQL store has no option "url"'],
  [createPostgresStore, {}, 'A PostgreSQL store needs pool'],
  [toNodeHandler, {}, 'toNodeHandler needs a handler with the function fetch'],
])('%o refuses %j', (create, options, message) => {
  expect(() => Reflect.apply(create, null, [options])).toThrow(message);
});

test('a listening server refuses unknown options before it listens', async () => {
  const handler = createHitl({ agents });
  const misspelled = { handler, port: 0, prot: 1 };
  await expect(serve(misspelled)).rejects.toThrow('Did you mean "port"?');
  await expect(Reflect.apply(serve, null, [handler])).rejects.toThrow(
    'serve takes { handler, port }',
  );
  await expect(Reflect.apply(serve, null, [{ port: 0 }])).rejects.toThrow('serve needs a handler');
});
