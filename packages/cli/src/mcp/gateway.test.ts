import type { Authorization, Claim, Gate, GateCall } from '@hitl/client/gate';
import { expect, test } from 'vitest';
import { createGateway } from './gateway.ts';

/** A gateway whose calls are all approved by a person, once `pending` has run, and the calls that were asked about. */
function approving(pending: () => void = () => undefined) {
  const asked: GateCall[] = [];
  const gate: Partial<Gate> = {
    authorize(call) {
      asked.push(call);
      pending();
      const decided = { decision: 'allow', decidedBy: 'person', interactionId: 'i' } as const;
      return Promise.resolve({ ...decided, args: call.toolArgs } as Authorization);
    },
    claim: () => Promise.resolve({ claimed: true, args: {}, holder: 'h' } as Claim),
    complete: () => Promise.resolve({} as never),
  };
  const gateway = createGateway({
    gate: gate as Gate,
    name: 'n',
    sessionId: 's',
    userId: 'u',
    waitMs: 1000,
    onTrouble: () => undefined,
  });
  const { signal } = new AbortController();
  const call = (params: object = {}) =>
    gateway.evaluate({ name: 'send', arguments: {}, ...params }, signal);
  return { gateway, asked, call };
}

test('descriptions of tools have a limit together, beyond which none is taken for the current one', async () => {
  const long = 'x'.repeat(16 * 1024 * 1024);
  const { gateway, asked, call } = approving(() => {
    // What is described now does not fit any more.
    const description = `Other ${long}`;
    gateway.learn({ result: { tools: [{ name: 'send', description }] } });
  });
  gateway.learn({ result: { tools: [{ name: 'send', description: 'Sends' }] } });
  for (const name of ['a', 'b', 'c', 'd']) {
    gateway.learn({ result: { tools: [{ name, description: long }] } });
  }
  expect(JSON.stringify(await call())).toContain('described the tool differently');
  await call({ name: 'd' });
  expect(asked.map(({ description }) => description?.slice(0, 5))).toEqual(['Sends', undefined]);
});

test('calls that wait for more input have a limit together, and the oldest are asked about again', async () => {
  const { asked, call } = approving();
  const wait = async (requestState: string): Promise<void> => {
    const action = await call();
    if (action.kind !== 'forward') throw new Error('The call was not forwarded.');
    await action.done({ result: { resultType: 'input_required', requestState } });
  };
  for (let n = 0; n < 1001; n += 1) await wait(`state ${n}`);
  asked.length = 0;
  await call({ requestState: 'state 1' });
  expect(asked).toEqual([]);
  await call({ requestState: 'state 0' });
  expect(asked).toHaveLength(1);
});

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
