import type { InteractionRequest, Run, RunEvent } from '@hitl/protocol';
import { onTestFinished } from 'vitest';
import type { AgentDefinition } from '../agents/build-agents.ts';
import { createHitl, type Hitl, type HitlOptions } from '../create-hitl.ts';
import type { Tool } from '../agents/tool.ts';

/** A server whose agents call their first tool once, with helpers for its HTTP API. */
export interface AgentServer {
  readonly hitl: Hitl;
  /** Sends a body, and returns that of the response. */
  readonly send: <T>(path: string, body: unknown) => Promise<T>;
  /** Starts a run and reads its events until it is suspended or ends. */
  readonly start: (body: object) => Promise<RunEvent[]>;
  readonly get: <T>(path: string) => Promise<T>;
  /** The pending requests. */
  readonly waiting: () => Promise<InteractionRequest[]>;
  /** Answers a request; resolves to the run once it is suspended or has ended. */
  readonly answer: (request: InteractionRequest, action: string) => Promise<RunEvent[]>;
}

/** An agent that calls the tool with these arguments, once. */
export function callsOnce(
  name: string,
  tool: Tool | { readonly agent: string },
  args: unknown,
  more: Partial<AgentDefinition> = {},
): AgentDefinition {
  const called = 'execute' in tool ? tool.name : tool.agent;
  return {
    name,
    tools: [tool],
    model: {
      name: `${name}-model`,
      // oxlint-disable-next-line require-await -- a model is asynchronous by contract
      async *generate({ turn }) {
        if (turn > 0) yield { type: 'text', text: 'done' };
        else {
          const id = `${name}-${crypto.randomUUID()}`;
          yield { type: 'tool_call', id, name: called, arguments: JSON.stringify(args) };
        }
      },
    },
    ...more,
  };
}

/** Serves these agents until the test ends. */
export function serve(options: HitlOptions): AgentServer {
  const hitl = createHitl(options);
  onTestFinished(() => hitl.close(0));
  return asked(hitl);
}

/** Helpers for the HTTP API of a server. */
export function asked(hitl: Hitl): AgentServer {
  const post = (path: string, body: unknown, accept: string): Promise<Response> =>
    hitl.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify(body),
      }),
    );
  const get = async <T>(path: string): Promise<T> =>
    (await hitl.fetch(new Request(`http://localhost${path}`))).json();
  return {
    hitl,
    send: async (path, body) => (await post(path, body, 'application/json')).json(),
    start: async (body) => eventsOf(await post('/runs', body, 'text/event-stream')),
    get,
    waiting: async () => {
      const page = await get<{ interactions: InteractionRequest[] }>(
        '/interactions?status=pending',
      );
      return page.interactions;
    },
    answer: async ({ id, type }, action) => {
      const body = { request_id: id, type, action };
      return eventsOf(await post(`/interactions/${id}/respond`, body, 'text/event-stream'));
    },
  };
}

async function eventsOf(response: Response): Promise<RunEvent[]> {
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line): RunEvent => JSON.parse(line.slice('data: '.length)));
}

/** The id of the run of these events. */
export function runOf(events: readonly RunEvent[]): Run['id'] {
  return events[0]?.root_run_id ?? '';
}
