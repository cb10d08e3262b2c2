import { createHitl } from '@hitl/server';
import { describe, expect, test } from 'vitest';
import { gateClient } from '@hitl/adapters/acp';
import { gateTools as aiSdkTools } from '@hitl/adapters/ai-sdk';
import { createCanUseTool, gateQuery } from '@hitl/adapters/claude';
import { gateMiddleware, gateTools as langGraphTools } from '@hitl/adapters/langgraph';
import { gateTools as mastraTools } from '@hitl/adapters/mastra';
import { createElicitationHandler } from '@hitl/adapters/mcp';
import { gateTools as openAiTools, resolveInterruptions } from '@hitl/adapters/openai-agents';

const hitl = createHitl({ agents: [] });
const mail = { name: 'mail', _call: () => 'sent' };
const result = { interruptions: [], state: {} };

/** As JavaScript calls them, without the check of types. */
type Call = (gate: never, options: never) => unknown;

describe.each<[string, string, Call, object]>([
  ['AI SDK', 'gateTools', (gate, options) => aiSdkTools({}, gate, options), {}],
  ['Mastra', 'gateTools', (gate, options) => mastraTools({}, gate, options), {}],
  ['LangGraph', 'gateTools', (gate, options) => langGraphTools([mail], gate, options), {}],
  ['LangGraph', 'gateMiddleware', (gate, options) => gateMiddleware(gate, options), {}],
  ['OpenAI Agents', 'gateTools', (gate, options) => openAiTools([], gate, options), {}],
  [
    'OpenAI Agents',
    'resolveInterruptions',
    (gate, options) => resolveInterruptions(result as never, gate, options),
    { resume: () => result, edits: 'deny' },
  ],
  ['Claude', 'createCanUseTool', (gate, options) => createCanUseTool(gate, options), {}],
  ['Claude', 'gateQuery', (gate, options) => gateQuery(gate, options), { leaseMs: 60_000 }],
  ['ACP', 'gateClient', (gate, options) => gateClient(gate, options), { agentName: 'coder' }],
  [
    'MCP',
    'createElicitationHandler',
    (gate, options) => createElicitationHandler(gate, options),
    { serverName: 'notes' },
  ],
])('%s: %s', (_framework, owner, call, own) => {
  const origin = { sessionId: 'chat-1', userId: 'ada', expiresInMs: 60_000 };
  const attempt = async (gate: unknown, options: unknown) => call(gate as never, options as never);

  test('takes its own options and the origin of calls', async () => {
    await expect(attempt(hitl.gate, { ...origin, ...own })).resolves.toBeDefined();
  });

  test('refuses a missing gate, and a misspelled option by name', async () => {
    await expect(attempt(undefined, { ...origin, ...own })).rejects.toMatchObject({
      code: 'bad_option',
      message: expect.stringContaining(`${owner} needs a gate`),
    });
    await expect(attempt(hitl.gate, { ...own, ...origin, userID: 'ada' })).rejects.toMatchObject({
      code: 'bad_option',
      message: expect.stringContaining(`${owner} has no option userID. It has sessionId, userId,`),
    });
  });
});
