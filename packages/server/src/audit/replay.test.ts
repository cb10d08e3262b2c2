import { expect, test } from 'vitest';
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
} from '../engine/engine.fixture.ts';
import { replayAudit } from './replay.ts';

test('an audit trail yields pending and settled requests, also when the run is aborted', async () => {
  const ledger = newLedger();
  const tools = ['a', 'b', 'c'].map((name) => ledgerTool(ledger, name, { requiresConsent: true }));
  const calls = tools.map(({ name }) => ({ id: `call_${name}`, name, args: {} }));
  const { agent } = scripted([{ calls }], tools);
  const { engine } = world([agent], ledger);
  const { run_id: id } = await start(engine, ALICE);
  const [first, second, third] = await pendingOf(engine, ALICE);
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error('three are asked');
  }
  const trail = async () => replayAudit(valueOf(await engine.audit(ALICE, id)).entries);
  const decide = async (request: { id: string }, action: 'approve' | 'pause' | 'abort_run') =>
    valueOf(
      await engine.respond(ALICE, request.id, {
        request_id: request.id,
        type: 'confirm',
        action,
      }),
    );
  await decide(first, 'approve');
  await decide(second, 'pause');
  expect(await trail()).toEqual({
    pending: [
      { interactionId: second.id, toolCallId: 'call_b', paused: true },
      { interactionId: third.id, toolCallId: 'call_c', paused: false },
    ],
    decided: [
      {
        interactionId: first.id,
        toolCallId: 'call_a',
        status: 'answered',
        action: 'approve',
        actor: 'alice',
      },
    ],
  });
  await decide(third, 'abort_run');
  await settle(engine, ALICE, id);
  expect(await trail()).toMatchObject({
    pending: [],
    decided: [
      { toolCallId: 'call_a', status: 'answered', action: 'approve' },
      { toolCallId: 'call_c', status: 'cancelled', action: 'abort_run', actor: 'alice' },
      { toolCallId: 'call_b', status: 'cancelled' },
    ],
  });
});
