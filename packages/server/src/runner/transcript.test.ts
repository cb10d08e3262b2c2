import { expect, test } from 'vitest';
import { createSessionLog } from '../log/session-log.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createTranscripts, turnsOf } from './transcript.ts';

const key = { tenantId: 'default', sessionId: 's' };

test('folds new commits like the whole log, and never changes earlier results', async () => {
  const store = createMemoryStore();
  const log = createSessionLog(store, [], Math.random);
  const say = async (runId: string, agentId: string): Promise<void> => {
    const asked = { runId, agentId, userId: null, input: 'go', stepId: `${runId}_go` };
    const said = { id: `${runId}_said`, role: 'assistant' as const, content: 'done' };
    const command = { runId, owner: 'here', metrics: { steps: 1 }, maxResultBytes: 1000 };
    await log.transact(key, { type: 'start_run', ...asked, owner: 'here', onBusy: 'reject' });
    await log.transact(key, { type: 'complete_step', ...command, step: said });
  };
  const transcripts = createTranscripts(store);
  expect(await transcripts.load(key)).toEqual({ commit: 0, messages: [], agents: new Map() });
  await say('first', 'writer');
  const before = await transcripts.load(key);
  const copy = structuredClone(before);
  await say('second', 'editor');
  await say('third', 'writer');
  const after = await transcripts.load(key);

  expect(before).toEqual(copy);
  expect(after).toEqual(await createTranscripts(store).load(key));
  expect(after.messages.map(({ id }) => id)).toEqual(
    ['first', 'second', 'third'].flatMap((run) => [`${run}_go`, `${run}_said`]),
  );
  expect([turnsOf(after, 'writer'), turnsOf(after, 'editor')]).toEqual([2, 1]);
  expect(turnsOf(before, 'writer')).toBe(1);
  expect(await transcripts.load(key)).toEqual(after);
});
