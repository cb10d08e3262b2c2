import { expect, test } from 'vitest';
import { folderWith, hitl } from './serve-process.fixture.ts';

const CONFIG = `
type: session_store
name: runs
---
type: permission_store
name: rules
---
type: agent
name: worker
model: { provider: scripted, turns: [{ text: hi }] }
permission_store: rules
session_store: runs
`;

test.each([
  'mongodb://ann:hunter2@127.0.0.1:9/runs?serverSelectionTimeoutMS=300',
  'postgres://ann:hunter2@127.0.0.1:9/runs',
  'mongodb://ann:hunter2@host:99999/runs',
  'mongodb://ann:hun/ter2@host/runs',
  'mongodb://ann:hunter2@host/runs?tls=maybe',
  'mongodb://ann:hunter2@host/runs?password=hunter2',
  'mongodb://ann:hunter2@host/%zz',
])('a store that cannot be opened is refused without the password of its URL: %s', async (url) => {
  const cwd = await folderWith({ 'config/hitl.yaml': CONFIG });
  const flags = ['--auth', 'none', '--config', 'config', '--store', url, '--log-level', 'debug'];
  const { code, stdout, stderr } = await hitl(['serve', '--port', '0', ...flags], { cwd }).ended;
  expect([code, stdout]).toEqual([expect.any(Number), '']);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(/^hitl: /);
  expect(stderr).not.toMatch(/hunter2|ter2/);
});
