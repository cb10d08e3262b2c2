import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { AuditTrail, InteractionRequest, Message, PermissionRule, Run } from '@hitl/protocol';
import { createHitl, type Hitl } from './create-hitl.ts';
import { defineTool } from './agents/define-tool.ts';
import { createScriptedModel, type ScriptedTurn } from './models/scripted.ts';
import type { PermissionStore } from './store/permission-store.ts';
import type { SessionStore } from './store/store.ts';
import { createAskHumanTool } from './tools/ask-human.ts';
import type { SecretStore } from './store/secret-store.ts';
import { createEncryptedVault } from './vault/vault.ts';

/** The encryption key of the secret in the databases. */
const SECRET_KEY = '0123456789abcdef'.repeat(4);

/** The turns of each agent after the first one, which the databases already contain. */
const SCRIPTS: Readonly<Record<string, readonly ScriptedTurn[]>> = {
  waiting: [{}, { text: 'linted' }],
  batch: [{}, { text: 'batch done' }],
  question: [{}, { text: 'branch {{c_q}}' }],
  large: [{}, { text: 'large done' }],
  odd: [{}, { text: 'odd done' }],
  unfit: [],
  outer: [{}, { text: 'outer: {{c_outer}}' }],
  inner: [{}, { text: 'inner end' }],
  done: [],
  failed: [],
  aborted: [],
  paused: [{}, { text: 'paused done' }],
  deleted: [],
  secret: [{}, {}, { text: 'secret done' }],
  crashed: [{}, { text: 'after the crash' }],
};

/** The replies of the version that wrote a database. */
export interface Facts {
  readonly runs: readonly Run[];
  readonly interactions: readonly InteractionRequest[];
  readonly sessions: readonly { readonly session_id: string }[];
  readonly messages: Readonly<Record<string, readonly Message[]>>;
  readonly audits: Readonly<Record<string, AuditTrail>>;
  readonly rules: Readonly<Record<string, readonly PermissionRule[]>>;
}

/** A database file of version 3, decompressed. */
export function packedRows(name: string): Buffer {
  const file = new URL(`../fixtures/packed-rows/${name}.br`, import.meta.url);
  return brotliDecompressSync(readFileSync(file));
}

/** The stores with the rows. */
export interface Stores {
  readonly sessions: SessionStore;
  readonly permissions: PermissionStore;
  readonly secrets: SecretStore;
}

/** A server with the agents and tools of the databases. */
export interface PackedWorld {
  /** The arguments of executed tools, with their names. */
  readonly ran: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[];
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  /** Answers the request of a call, and returns the next text of the run. */
  answer(session: string, toolCallId: string, response: object): Promise<string>;
  close(): Promise<void>;
}

/** Opens a server on a database of version 3. */
export function openPackedWorld(stores: Stores): PackedWorld {
  const ran: PackedWorld['ran'] = [];
  const hitl = serve(stores, ran);

  async function call(method: string, path: string, body?: object, accept = 'application/json') {
    const response = await hitl.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          accept,
          host: 'localhost',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  async function get<T>(path: string): Promise<T> {
    return JSON.parse(await call('GET', path)) as T;
  }

  return {
    ran,
    get,
    post: async <T>(path: string, body: object) => JSON.parse(await call('POST', path, body)) as T,
    async answer(session, toolCallId, response) {
      const { interactions } = await get<{ interactions: InteractionRequest[] }>(
        `/interactions?status=pending&session_id=${session}`,
      );
      const request = interactions.find(({ tool_call_id: id }) => id === toolCallId);
      if (request === undefined) throw new Error(`${toolCallId} does not wait in ${session}`);
      const { id, type } = request;
      const body = { request_id: id, type, ...response };
      return call('POST', `/interactions/${id}/respond`, body, 'text/event-stream');
    },
    close: () => hitl.close(),
  };
}

function serve(stores: Stores, ran: PackedWorld['ran']): Hitl {
  const keep = (tool: string) => (args: unknown) => {
    ran.push({ tool, args: args as Readonly<Record<string, unknown>> });
    return Promise.resolve(`${tool} ran`);
  };
  const anything = { type: 'object' } as const;
  const command = {
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
  } as const;
  const tools = [
    defineTool({
      name: 'shell',
      description: 'Runs a command',
      parameters: command,
      permission: { kind: 'command', arg: 'command' },
      requiresConsent: true,
      riskLevel: 'high',
      execute: keep('shell'),
    }),
    defineTool({
      name: 'any',
      parameters: anything,
      requiresConsent: true,
      execute: keep('any'),
    }),
    defineTool({
      name: 'look',
      parameters: anything,
      requiresConsent: false,
      effects: 'pure',
      execute: keep('look'),
    }),
    defineTool({
      name: 'stuck',
      parameters: anything,
      requiresConsent: false,
      execute: keep('stuck'),
    }),
    createAskHumanTool(),
  ];
  const names = tools.map(({ name }) => name);
  return createHitl({
    agents: Object.entries(SCRIPTS).map(([name, turns]) => ({
      name,
      model: createScriptedModel({ name, turns }),
      consentTimeoutMs: null,
      tools: name === 'outer' ? [{ agent: 'inner' }] : names,
    })),
    tools,
    sessionStore: stores.sessions,
    permissionStore: stores.permissions,
    vault: createEncryptedVault(stores.secrets, SECRET_KEY),
    ruleContext: { root: '/work', home: '/home/ada' },
  });
}
