import { expect, test } from 'vitest';
import { createJournalStoreOn } from '../store/journal/create-journal-store.ts';
import { REAL_DISK } from '../store/journal/journal-file.ts';
import { freshFolder } from '../store/journal/journal.fixture.ts';
import { ALICE, ledgerTool, newLedger, scripted, start, valueOf, world } from './engine.fixture.ts';

test('a result that does not fit into the journal fails its call at once, and the run goes on', async () => {
  const ledger = newLedger();
  const disk = { ...REAL_DISK, maxBytes: 100_000 };
  const store = createJournalStoreOn(disk, { folder: freshFolder(), mode: 'write' });
  const tool = ledgerTool(ledger, 'read', { requiresConsent: false }, () =>
    Promise.resolve('x'.repeat(200_000)),
  );
  const calls = [{ id: 'a', name: 'read', args: {} }];
  const { agent } = scripted([{ calls }, { text: 'end' }], [tool]);
  const { engine, errors } = world([agent], ledger, { store });
  const { session_id: id } = await start(engine, ALICE);
  const { messages } = valueOf(await engine.getMessages(ALICE, id));
  expect(messages.slice(2)).toMatchObject([
    { role: 'tool', content: expect.stringContaining('too large to be stored') },
    { role: 'assistant', content: 'end' },
  ]);
  await engine.close();
  await store.close();
  expect(ledger.runs).toHaveLength(1);
  expect(errors).toEqual([]);
});
