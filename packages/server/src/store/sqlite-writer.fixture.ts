import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { stepCompleted } from '@hitl/protocol/testing';
import { commitOf, started } from '../testing/sample-log.ts';
import { createSqliteStore } from './sqlite.ts';

// A process that writes to a SQLite file: `node sqlite-writer.fixture.ts PATH NAME`. Each line on
// stdin is a command, each line on stdout its result, written only after the store has acknowledged
// it.
const [path = '', name = ''] = process.argv.slice(2);
const store = createSqliteStore({ path });
const say = (line: string): void => void writeSync(1, `${line}\n`);
const keyOf = (session: string): { tenantId: string; sessionId: string } => ({
  tenantId: 'default',
  sessionId: session,
});

/** Tries once to start a session. */
async function begin(session: string): Promise<void> {
  const { state, now } = await store.load(keyOf(session));
  if (state.session_id !== '') return say('conflict');
  const commit = commitOf(session, state, started(`run_${name}`), now);
  say(await store.append(keyOf(session), 0, commit));
}

/** Appends this many messages to the run `run_1`, retrying each until it succeeds. */
async function write(session: string, count: number): Promise<void> {
  for (let done = 0; done < count;) {
    const id = `${name}_${done}`;
    const { commit: position, state, now } = await store.load(keyOf(session));
    const step = stepCompleted({ id, role: 'assistant', content: 'x'.repeat(2000) });
    const commit = commitOf(session, state, [step], now);
    if ((await store.append(keyOf(session), position, commit)) !== 'appended') continue;
    say(id);
    done += 1;
  }
  say('done');
}

say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [order, session = '', count = '0'] = line.split(' ');
  if (order === 'begin') await begin(session);
  if (order === 'write') await write(session, Number(count));
}
await store.close();
