import { expect, onTestFinished, test } from 'vitest';
import type { EngineOptions } from '../engine/options.ts';
import { createPostgresBus } from '../store/bus/postgres.ts';
import { freshSchema } from '../store/postgres.fixture.ts';
import { createPostgresPermissionStore, createPostgresStore } from '../store/postgres.ts';
import { createFeed } from '../streams/create-feed.ts';
import { nextProgress, openTool, promised, servedTool, startRun } from './progress.fixture.ts';

test('progress of a tool on one server is seen on another', async () => {
  const newPool = await freshSchema();
  const channel = `progress_${crypto.randomUUID().slice(0, 8)}`;
  const listening = promised<void>();
  const shared = (onListening = () => {}): Partial<EngineOptions> => {
    const pool = newPool();
    const store = createPostgresStore({ pool });
    const bus = createPostgresBus({ pool, channel, onListening });
    onTestFinished(() => bus.close());
    const permissions = createPostgresPermissionStore({ pool });
    return { store, permissions, bus, feed: createFeed({ store, bus }) };
  };
  const { tool, running, finish } = openTool();
  const here = await servedTool(tool, {}, shared());
  const there = await servedTool(
    tool,
    {},
    shared(() => listening.resolve()),
  );
  const run = await startRun(here);
  const context = await running;
  const events = await there.follow(`/runs/${run.id}/events`);
  await events.until('tool_started');
  await listening.promise;
  context.progress({ progress: 1, total: 3, text: 'Copying ä' });
  expect((await nextProgress(events)).event.data).toMatchObject({ progress: 1, text: 'Copying ä' });
  // Too long for one notification; the progress still arrives.
  context.progress({ progress: 2, text: '\u0001'.repeat(2000) });
  const { event } = await nextProgress(events);
  expect(event.data).toEqual({ tool_call_id: 'call_1', progress: 2, total: 3 });
  finish('copied');
  const rest = await events.until('run_completed');
  events.hangUp();
  expect(rest.map(({ event: type }) => type)).not.toContain('tool_progress');
});
