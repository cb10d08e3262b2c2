import type { InteractionRequest } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  typesOf,
  valueOf,
  world,
} from './engine.fixture.ts';

test('a call that was started before a pause is not in doubt when another server resumes the run', async () => {
  const ledger = newLedger();
  const tool = ledgerTool(ledger, 'gated', { requiresConsent: true });
  const calls = [{ id: 'a', name: 'gated', args: {} }];
  const { agent } = scripted([{ calls }, { text: 'end' }], [tool]);
  const memory = createMemoryStore();
  const control = (server: typeof here, action: 'pause_run' | 'resume_run') =>
    server.control(ALICE, { run_id: id, action }).then(valueOf);
  let isPaused = false;
  const { engine: here } = world([agent], ledger, {
    store: {
      ...memory,
      async append(key, commit, added, options) {
        const outcome = await memory.append(key, commit, added, options);
        if (!isPaused && added.events.at(-1)?.type === 'tool_started') {
          isPaused = true;
          // Before the response of the store arrives.
          await control(here, 'pause_run');
        }
        return outcome;
      },
      async renew(key, owner, leaseMs) {
        // The run is resumed there just before it is released here.
        if (leaseMs === 0) await control(there, 'resume_run');
        return memory.renew(key, owner, leaseMs);
      },
    },
  });
  const { engine: there } = world([agent], ledger, { store: memory });
  const { run_id: id } = await start(here, ALICE);
  const [{ id: request_id, type }] = (await pendingOf(here, ALICE)) as [InteractionRequest];
  valueOf(await here.respond(ALICE, request_id, { request_id, type, action: 'approve' }));
  await control(there, 'resume_run');
  const events = typesOf(await settle(there, ALICE, id));
  expect(events).not.toContain('tool_outcome_unknown');
  expect(events.at(-1)).toBe('run_completed');
  expect(ledger.runs).toHaveLength(1);
});
