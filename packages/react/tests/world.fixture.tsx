import { createHitlClient, type HitlClient, type HitlClientOptions } from '@hitl/client';
import type { InteractionRequest, Run } from '@hitl/protocol';
import {
  createAskHumanTool,
  createHitl,
  createMemoryStore,
  defineTool,
  type AgentDefinition,
  type Hitl,
  type HitlOptions,
  type ModelChunk,
  type ModelMessage,
  type Tool,
} from '@hitl/server';
import type { RenderResult } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { expect, onTestFinished } from 'vitest';
import type { Locator } from 'vitest/browser';
import { useSession, PendingRequests } from '../src/index.ts';
import { renderWithClient } from '../src/internal/testing.fixture.tsx';
import { createFaults, type Faults, type HitlTestProviderProps } from '../src/testing.tsx';

/** A call made by the scripted model. */
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export const bash = (command: string): Call => ({ name: 'bash', args: { command } });
export const question = (args: Readonly<Record<string, unknown>>): Call => ({
  name: 'ask_human',
  args,
});

/** Answers a request instead of the server, or passes it on. */
export type Proxy = (
  request: Request,
  forward: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** The real server in this page, with a scripted model and tools that keep a ledger. */
export interface World {
  readonly hitl: Hitl;
  /** The connection of pages to it, which can be broken. */
  readonly line: Faults;
  /** What ran, in order. */
  readonly ledger: readonly { readonly name: string; readonly args: unknown }[];
  /** The input of the model at each of its turns. */
  readonly heard: readonly (readonly ModelMessage[])[];
  /** Creates another client, as in another tab. */
  connect(options?: HitlClientOptions): HitlClient;
  /** Starts a run without a page. */
  begin(input?: string, sessionId?: string): Promise<Run>;
  /** Calls the server directly, bypassing the connection. */
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response>;
  /** The pending requests in the store. */
  waiting(): Promise<readonly InteractionRequest[]>;
  /** Moves the server's clock. */
  advance(milliseconds: number): void;
  /** Puts a proxy in front of the server until the test ends. */
  intercept(proxy: Proxy | undefined): void;
}

export interface WorldOptions {
  readonly agent?: Partial<AgentDefinition>;
  readonly tools?: readonly Tool[];
  readonly server?: Partial<HitlOptions>;
}

export const ORIGIN = 'http://localhost';

/** Starts a server whose model returns `turns`, one after the other. */
export function createWorld(
  turns: readonly (string | readonly Call[])[],
  { agent, tools = [], server }: WorldOptions = {},
): World {
  const ledger: { name: string; args: unknown }[] = [];
  const heard: (readonly ModelMessage[])[] = [];
  let ahead = 0;
  let proxy: Proxy | undefined;
  const now = (): number => Date.now() + ahead;

  const hitl = createHitl({
    agents: [{ name: 'assistant', userId: 'ada', ...agent }],
    models: [
      {
        name: 'script',
        async *generate({ turn, messages }): AsyncGenerator<ModelChunk> {
          heard.push(messages);
          const said = turns[turn] ?? 'Nothing more.';
          if (typeof said === 'string') yield { type: 'text', text: said };
          else {
            for (const [index, { name, args }] of said.entries()) {
              const id = `t${turn}c${index}`;
              yield { type: 'tool_call', id, name, arguments: JSON.stringify(args) };
            }
          }
        },
      },
    ],
    tools: [...standardTools(ledger), ...tools],
    sessionStore: createMemoryStore({ now }),
    ...server,
  });
  onTestFinished(() => hitl.close(0));

  const line = createFaults({
    async fetch(request) {
      const response = await (proxy === undefined
        ? hitl.fetch(request)
        : proxy(request, hitl.fetch));
      // Every HTTP server sends this; pages learn its clock from it.
      const headers = new Headers(response.headers);
      headers.set('date', new Date(now()).toUTCString());
      return new Response(response.body, { status: response.status, headers });
    },
  });
  const call: World['call'] = (method, path, body) =>
    hitl.fetch(
      new Request(ORIGIN + path, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  return {
    hitl,
    line,
    ledger,
    heard,
    call,
    connect: (options) =>
      createHitlClient({ fetch: line.fetch, baseUrl: ORIGIN, lingerMs: 0, ...options }),
    async begin(input = 'Go', session_id = 'ses') {
      const body = { agent_id: 'assistant', input, session_id, user_id: 'ada' };
      return (await (await call('POST', '/runs', body)).json()) as Run;
    },
    async waiting() {
      const answer = await call('GET', '/interactions?status=pending&limit=100');
      return ((await answer.json()) as { interactions: InteractionRequest[] }).interactions;
    },
    advance: (milliseconds) => void (ahead += milliseconds),
    intercept: (next) => void (proxy = next),
  };
}

function standardTools(ledger: { name: string; args: unknown }[]): Tool[] {
  const keep =
    (name: string) =>
    async (args: unknown): Promise<string> => {
      ledger.push({ name, args });
      return `${name} is done`;
    };
  const text = { type: 'string' } as const;
  return [
    createAskHumanTool(),
    defineTool({
      name: 'bash',
      parameters: { type: 'object', properties: { command: text }, required: ['command'] },
      permission: { kind: 'command', arg: 'command' },
      requiresConsent: true,
      riskLevel: 'medium',
      execute: keep('bash'),
    }),
    defineTool({
      name: 'file_edit',
      parameters: {
        type: 'object',
        properties: { path: text, old_text: text, new_text: text },
        required: ['path', 'old_text', 'new_text'],
      },
      permission: { kind: 'path', arg: 'path' },
      requiresConsent: true,
      riskLevel: 'medium',
      execute: keep('file_edit'),
    }),
    defineTool({
      name: 'send_invoice',
      parameters: {
        type: 'object',
        required: ['customer', 'amount', 'currency'],
        properties: {
          customer: text,
          // Only the server checks the second constraint.
          amount: { type: 'number', minimum: 0, not: { const: 13 } },
          currency: { enum: ['EUR', 'GBP', 'USD'] },
          urgent: { type: 'boolean' },
          lines: { type: 'array', items: text },
          address: { type: 'object', properties: { city: text } },
        },
      },
      permission: { kind: 'json' },
      requiresConsent: true,
      riskLevel: 'medium',
      execute: keep('send_invoice'),
    }),
  ];
}

/** Receipts stay longer than any test. */
export const STAYS_MS = 6e7;

/** A chat of a session: its transcript, its pending requests, and a composer. */
export function Chat({ sessionId = 'ses' }: { sessionId?: string }): ReactElement {
  const { messages, pending, run } = useSession(sessionId);
  return (
    <section aria-label={`Chat ${sessionId}`}>
      <ul aria-label="Transcript">
        {messages.map(({ id, role, content }) => (
          <li key={id}>
            {role}: {content}
          </li>
        ))}
      </ul>
      <output aria-label="Run">{run?.status}</output>
      <PendingRequests requests={pending} lingerMs={STAYS_MS} />
      <textarea aria-label="Message" />
    </section>
  );
}

/** Opens a page of the world: its own client, and a chat by default. */
export function open(
  world: World,
  ui: ReactNode = <Chat />,
  { client = world.connect(), ...props }: HitlTestProviderProps = {},
): RenderResult & { readonly client: HitlClient } {
  return { ...renderWithClient(client, <>{ui}</>, props), client };
}

/** The row of a batch at an index. */
export function rowIn(place: Pick<Locator, 'getByRole'>, index: number): Locator {
  const panel = place.getByRole('group', { name: 'Calls waiting for you' });
  return panel.getByRole('listitem').nth(index);
}

/** Opens the row of a batch. */
export async function openRow(row: Locator): Promise<Locator> {
  const line = row.getByRole('button').first();
  await expect.element(line).toBeVisible();
  if (line.element().ariaExpanded !== 'true') await line.click();
  return row;
}
