import { appendFileSync } from 'node:fs';
import { createHitl } from '@hitl/server';
import {
  createSqliteBus,
  createSqlitePermissionStore,
  createSqliteStore,
  openSqlite,
} from '@hitl/server/sqlite';
import { createGate, type Gate } from './index.ts';

// A host of its own loop, as a process: `node host.fixture.ts TARGET LEDGER WAY COUNT`. It runs
// COUNT calls in parallel, ten sessions of them, and writes a line into LEDGER for each one it
// executes. TARGET is the URL of a server, or a SQLite file, which it then serves itself. WAY is
// `run`, or `hang` for calls that never end. At the end it prints the outcomes.
const [target = '', ledger = '', way = 'run', count = '1'] = process.argv.slice(2);

function openGate(): { gate: Gate; close: () => Promise<void> } {
  if (target.startsWith('http')) {
    return { gate: createGate({ baseUrl: target }), close: () => Promise.resolve() };
  }
  const database = openSqlite({ path: target });
  const hitl = createHitl({
    agents: [],
    sessionStore: createSqliteStore({ database }),
    permissionStore: createSqlitePermissionStore({ database }),
    bus: createSqliteBus({ database, intervalMs: 20 }),
  });
  return { gate: hitl.gate, close: () => hitl.close() };
}

const { gate, close } = openGate();
const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, (_, n) =>
    gate.run(
      {
        sessionId: `session-${n % 10}`,
        toolCallId: `call-${n}`,
        toolName: n % 2 === 0 ? 'asked' : 'ruled',
        toolArgs: { n },
        userId: 'ann',
      },
      async (args, { idempotencyKey }) => {
        appendFileSync(ledger, `${String(args['n'])} ${idempotencyKey}\n`);
        if (way === 'hang') await new Promise((resolve) => setTimeout(resolve, 0x7fffffff));
        return `did ${String(args['n'])}`;
      },
      { leaseMs: way === 'hang' ? 1000 : 600_000 },
    ),
  ),
);
const contents = outcomes.map((outcome) => {
  if (outcome.kind === 'ran') return outcome.value;
  return outcome.kind === 'known' ? outcome.result.content : outcome.kind;
});
console.log(
  JSON.stringify({ ran: outcomes.filter(({ kind }) => kind === 'ran').length, contents }),
);
await close();
