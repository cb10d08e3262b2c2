import { createHitlClient, type HitlClient } from '@hitl/client';
import {
  createHitl,
  createMemoryStore,
  defineTool,
  type AgentDefinition,
  type Hitl,
  type Model,
  type ModelChunk,
  type Tool,
} from '@hitl/server';
import { createFaults, type Faults } from '../testing.tsx';

/** A model's turn: text, or tool calls. */
export type Turn =
  | string
  | readonly { readonly name: string; readonly args: Record<string, unknown> }[];

/** A server, its client and the effects of its tools, all in this page. */
export interface Scenario {
  readonly hitl: Hitl;
  readonly client: HitlClient;
  /** Creates another client of the same server, as in another page. */
  readonly connect: () => HitlClient;
  /** The connection between the clients and the server. */
  readonly faults: Faults;
  /** What ran, in order. */
  readonly ledger: readonly string[];
  /** Moves the server's clock. */
  readonly advance: (milliseconds: number) => void;
}

function model(turns: readonly Turn[]): Model {
  return {
    name: 'script',
    async *generate({ turn }): AsyncGenerator<ModelChunk> {
      const said = turns[turn] ?? 'That is all.';
      if (typeof said === 'string') {
        yield { type: 'text', text: said };
        return;
      }
      for (const [index, { name, args }] of said.entries()) {
        yield { type: 'tool_call', id: `t${turn}c${index}`, name, arguments: JSON.stringify(args) };
      }
    },
  };
}

/** The real server core over stores in memory, with an agent that follows a script. */
export function createScenario(
  turns: readonly Turn[],
  options: { readonly agent?: Partial<AgentDefinition>; readonly tools?: readonly Tool[] } = {},
): Scenario {
  const ledger: string[] = [];
  let ahead = 0;
  const bash = defineTool({
    name: 'bash',
    parameters: {
      type: 'object',
      properties: { command: { type: 'string' } },
      required: ['command'],
    },
    permission: { kind: 'command', arg: 'command' },
    requiresConsent: true,
    riskLevel: 'medium',
    async execute({ command }) {
      ledger.push(command);
      return `ran ${command}`;
    },
  });
  const hitl = createHitl({
    agents: [{ name: 'code_assistant', userId: 'ada', ...options.agent }],
    models: [model(turns)],
    tools: [bash, ...(options.tools ?? [])],
    sessionStore: createMemoryStore({ now: () => Date.now() + ahead }),
  });
  const faults = createFaults(hitl);
  // Not the address of the page, which may be below any path.
  const connect = (): HitlClient =>
    createHitlClient({
      baseUrl: window.location.origin,
      fetch: (request) => faults.fetch(request),
    });
  const advance = (milliseconds: number): void => void (ahead += milliseconds);
  return { hitl, faults, connect, client: connect(), ledger, advance };
}
