import type { Gate, GateCall } from '@hitl/client/gate';
import { expect, test } from 'vitest';
import { createGateway } from './gateway.ts';

test('a long description of a tool is cut between two characters', async () => {
  const asked: GateCall[] = [];
  const authorize: Gate['authorize'] = (call) => {
    asked.push(call);
    return Promise.resolve({
      decision: 'deny',
      decidedBy: 'rule',
      reason: 'no',
      interactionId: null,
      args: call.toolArgs,
    });
  };
  const gateway = createGateway({
    gate: { authorize } as Gate,
    name: 'n',
    sessionId: 's',
    userId: 'u',
    waitMs: 1000,
    onTrouble: () => undefined,
  });
  const description = `It ${'😀'.repeat(5000)}`;
  gateway.learn({ result: { tools: [{ name: 'write', description }] } });
  await gateway.evaluate({ name: 'write', arguments: {} }, new AbortController().signal);
  expect(asked[0]?.description).toBe(`It ${'😀'.repeat(998)}…`);
});
