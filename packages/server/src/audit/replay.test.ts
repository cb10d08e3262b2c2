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

test('an audit trail says what waits and who decided what, also when the run is aborted', async () => {
  const ledger = newLedger();
  const tools = ['a', 'b', 'c'].map((name) => ledgerTool(ledger, name, { requires_consent: true }));
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
      { interaction_id: second.id, tool_call_id: 'call_b', paused: true },
      { interaction_id: third.id, tool_call_id: 'call_c', paused: false },
    ],
    decided: [
      {
        interaction_id: first.id,
        tool_call_id: 'call_a',
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
      { tool_call_id: 'call_a', status: 'answered', action: 'approve' },
      { tool_call_id: 'call_c', status: 'cancelled', action: 'abort_run', actor: 'alice' },
      { tool_call_id: 'call_b', status: 'cancelled' },
    ],
  });
});
