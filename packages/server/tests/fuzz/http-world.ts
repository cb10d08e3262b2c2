import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createAskHumanTool,
  createHitl,
  createScriptedModel,
  defineTool,
} from '../../src/index.ts';
import { serve } from '../../src/node/index.ts';
import {
  createSqlitePermissionStore,
  createSqliteStore,
  openSqlite,
} from '../../src/store/sqlite.ts';

/** A request as sent over the network. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The received response. Of an event stream only the first bytes are read. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on a port, with a database file, and its observable state. */
export interface World {
  readonly port: number;
  /** Internal errors of the server. */
  readonly errors: unknown[];
  send(sent: SentRequest): Promise<Received>;
  /** All rows, without columns that change by themselves. */
  rows(): string;
  /** Whether no run has work left. */
  isIdle(): boolean;
  /** Number of open connections, on both sides. */
  leftOpen(): number;
}

/** Users by their token. */
const USERS: Readonly<Record<string, readonly string[]>> = { ada: [], bob: [], root: ['reviewer'] };

/** Columns that change with time, or by reading. */
const RESTLESS: ReadonlySet<string> = new Set(['last_used_at', 'claimed_until']);

/** Starts the world, and closes it after the test. */
export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-fuzz-'));
  const database = openSqlite({ path: join(folder, 'hitl.db') });
  const errors: unknown[] = [];
  const hitl = createHitl({
    agents: [
      { name: 'asker', model: 'asks', tools: ['work', 'ask_human'], consentTimeoutMs: null },
      { name: 'talker', model: 'talks', tools: [] },
    ],
    models: [
      createScriptedModel({
        name: 'asks',
        turns: [
          {
            toolCalls: [
              { id: 'c1', name: 'work', args: { n: 1 } },
              { id: 'c2', name: 'ask_human', args: { prompt: 'Which?' } },
            ],
          },
          { text: 'Done.' },
        ],
      }),
      createScriptedModel({ name: 'talks', turns: [{ text: 'Hello.' }] }),
    ],
    tools: [
      createAskHumanTool(),
      defineTool({
        name: 'work',
        description: 'Works',
        parameters: {
          type: 'object',
          properties: { n: { type: 'integer' }, name: { type: 'string', pattern: '^(a+)+$' } },
        },
        requiresConsent: true,
        execute: () => Promise.resolve('worked'),
      }),
    ],
    sessionStore: createSqliteStore({ database }),
    permissionStore: createSqlitePermissionStore({ database }),
    authenticate: (incoming) => {
      const name = /^Bearer (\w+)$/.exec(incoming.headers.get('authorization') ?? '')?.[1] ?? '';
      const roles = Object.hasOwn(USERS, name) ? USERS[name] : undefined;
      return roles === undefined ? null : { userId: name, roles };
    },
    limits: { requestsPerMinute: null, anonymousRequestsPerMinute: null },
    onError: (error) => errors.push(error),
  });
  const server = await serve({
    handler: { fetch: hitl.fetch, close: (graceMs) => hitl.close(graceMs) },
    port: 0,
  });
  onTestFinished(async () => {
    await server.close(1000);
    rmSync(folder, { recursive: true, force: true });
  });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name like 'hitl_%'")
    .all()
    .map((row) => String((row as { name: unknown }).name));

  return {
    port: server.port,
    errors,
    send: (sent) => send(server.port, sent),
    rows: () =>
      JSON.stringify(
        tables.map((table) =>
          (database.prepare(`select * from ${table}`).all() as Record<string, unknown>[]).map(
            (row) =>
              Object.entries(row).map(([column, value]) =>
                RESTLESS.has(column) ? '' : plain(value),
              ),
          ),
        ),
      ),
    isIdle: () =>
      database.prepare('select 1 from hitl_sessions where runnable = 1').all().length === 0,
    leftOpen: () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
  };
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array || value instanceof ArrayBuffer
    ? Buffer.from(value as Uint8Array).toString('base64')
    : value;
}

/** Sends a request on a separate connection. */
function send(port: number, sent: SentRequest): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      agent: false,
      host: '127.0.0.1',
      method: sent.method,
      path: sent.path,
      // Without this header, Node sends the body of a DELETE as if it were another request.
      headers: {
        ...sent.headers,
        ...(sent.body !== undefined && { 'content-length': Buffer.byteLength(sent.body) }),
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      let body = '';
      const done = (): void => {
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, body });
      };
      incoming.setEncoding('utf8');
      incoming.on('error', done).on('end', done);
      const streams = incoming.headers['content-type'] === 'text/event-stream';
      incoming.on('data', (text: string) => {
        body += text;
        if (streams) incoming.destroy();
      });
      // A stream may have no events: its headers are enough.
      if (streams) setImmediate(() => incoming.destroy());
      incoming.on('close', done);
    });
    outgoing.end(sent.body);
  });
}
