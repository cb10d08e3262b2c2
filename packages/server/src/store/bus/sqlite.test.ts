import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stepCompleted } from '@hitl/protocol/testing';
import { createSqlitePermissionStore, createSqliteStore, openSqlite } from '../sqlite.ts';
import { createSampleLog, started } from '../../testing/sample-log.ts';
import type { Change } from './bus.ts';
import { createManualClock } from '../../base/manual-clock.fixture.ts';
import { createSqliteBus } from './sqlite.ts';

const ada = { tenantId: 'default', userId: 'ada' };

function sessionChange(sessionId: string, tenant = 'default'): Change {
  return { kind: 'session', key: { tenantId: tenant, sessionId } };
}

/** A simulated process on the file: a connection with its stores and its bus. */
function openProcess(path: string) {
  const database = openSqlite({ path });
  const clock = createManualClock();
  const errors: unknown[] = [];
  const process = {
    database,
    sessions: createSqliteStore({ database }),
    rules: createSqlitePermissionStore({ database }),
    bus: createSqliteBus({ database, every: clock.every, onError: (error) => errors.push(error) }),
    clock,
    errors,
    heard: [] as Change[],
  };
  onTestFinished(async () => {
    await process.bus.close();
    database.close();
  });
  return process;
}

function twoProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-bus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'hitl.db');
  const [here, there] = [openProcess(path), openProcess(path)];
  const leave = there.bus.subscribe((change) => there.heard.push(change));
  return { here, there, leave };
}

test('notifies its own process immediately, and others when they poll', async () => {
  const { here, there } = twoProcesses();
  const heard: Change[] = [];
  here.bus.subscribe((change) => heard.push(change));
  await createSampleLog({ tenantId: 'default', sessionId: 'ses_1' }).append(
    here.sessions,
    started('run_1'),
  );
  here.bus.publish(sessionChange('ses_1'));
  expect(heard).toEqual([sessionChange('ses_1')]);
  expect(there.heard).toEqual([]);
  there.clock.tick();
  expect(there.heard).toEqual([sessionChange('ses_1')]);
  here.clock.tick();
  expect(heard).toHaveLength(1);
});

test('reports each changed session once per poll, for every tenant, and then no more', async () => {
  const { here, there } = twoProcesses();
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  await log.append(here.sessions, started('run_1'));
  await log.append(here.sessions, [stepCompleted({ role: 'assistant', content: 'a' })]);
  const other = createSampleLog({ tenantId: 'other', sessionId: 'ses_1' });
  await other.append(here.sessions, started('run_1'));
  there.clock.tick();
  expect(there.heard).toEqual([sessionChange('ses_1'), sessionChange('ses_1', 'other')]);
  there.clock.tick();
  expect(there.heard).toHaveLength(2);
  await log.append(here.sessions, [stepCompleted({ role: 'assistant', content: 'b' })]);
  there.clock.tick();
  expect(there.heard.slice(2)).toEqual([sessionChange('ses_1')]);
});

test('reports a session that starts again after another one was removed', async () => {
  const { here, there } = twoProcesses();
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  await log.append(here.sessions, started('run_1'));
  there.clock.tick();
  await here.sessions.remove(log.key, 1, { id: 'ses_1', deleted_at: '', runs: [] });
  const next = createSampleLog({ tenantId: 'default', sessionId: 'ses_2' });
  await next.append(here.sessions, started('run_2'));
  there.clock.tick();
  expect(there.heard).toEqual([sessionChange('ses_1'), sessionChange('ses_2')]);
});

test('reports the user whose rules have changed', async () => {
  const { here, there } = twoProcesses();
  const bob = { ...ada, userId: 'bob' };
  const rule = { pattern: 'bash(ls)', effect: 'allow', source: 'api' } as const;
  await here.rules.save(ada, [rule]);
  await here.rules.save(bob, [rule]);
  there.clock.tick();
  expect(there.heard).toEqual([
    { kind: 'rules', ...ada },
    { kind: 'rules', ...bob },
  ]);
  await here.rules.save(ada, [rule]);
  await here.rules.revoke(ada, 'bash(ls)');
  there.clock.tick();
  expect(there.heard.slice(2)).toEqual([{ kind: 'rules', ...ada }]);
});

test('polls only while there are listeners, and reports nothing from before', async () => {
  const { here, there, leave } = twoProcesses();
  expect(there.clock.running).toBe(true);
  leave();
  leave();
  expect(there.clock.running).toBe(false);
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  await log.append(here.sessions, started('run_1'));
  there.bus.subscribe((change) => there.heard.push(change));
  expect(there.clock.running).toBe(true);
  there.clock.tick();
  expect(there.heard).toEqual([]);
  await log.append(here.sessions, [stepCompleted({ role: 'assistant', content: 'a' })]);
  there.clock.tick();
  expect(there.heard).toEqual([sessionChange('ses_1')]);
  await there.bus.close();
  expect(there.clock.running).toBe(false);
});

test('reports why a poll failed, and catches up with the next one', async () => {
  const { here, there } = twoProcesses();
  here.database.exec('alter table hitl_commits rename to hidden');
  there.clock.tick();
  expect(there.errors).toHaveLength(1);
  here.database.exec('alter table hidden rename to hitl_commits');
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  await log.append(here.sessions, started('run_1'));
  there.clock.tick();
  expect(there.heard).toEqual([sessionChange('ses_1')]);
});
