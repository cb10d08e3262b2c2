import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { AuditTrail, AuditVerdict } from '@hitl/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runMain, type Outcome } from '../../tests/main.fixture.ts';
import { runPaths } from '../delta-folder/paths.ts';
import { agentFolder, bash, type AgentFolder } from '../../tests/run.fixture.ts';
import { folderWith, hitl, serveHitl } from '../../tests/serve-process.fixture.ts';

const SECONDS = { timeout: 180_000 };

interface FinishedRun {
  readonly folder: AgentFolder;
  readonly id: string;
  readonly journal: string;
  /** `hitl audit RUN ARGS… --dir DIR` in this process. */
  readonly audit: (...args: string[]) => Promise<Outcome>;
  readonly trail: () => Promise<AuditTrail>;
}

/** A run of `delta run` that a person allowed and that has ended. */
async function finished(command = 'echo hi'): Promise<FinishedRun> {
  const folder = await agentFolder([bash(command), { text: 'done' }]);
  expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
  await folder.answer('yes\n');
  expect(await folder.delta(['run'])).toMatchObject({ code: 0 });
  const { run_id: id } = folder.metadata();
  const audit: FinishedRun['audit'] = (...args) =>
    runMain(['audit', id, ...args, '--dir', folder.path]);
  return {
    folder,
    id,
    journal: join(runPaths(folder.paths, id).execution, 'journal.jsonl'),
    audit,
    trail: async () =>
      JSON.parse((await audit('--format', 'json')).stdout) as AuditTrail & { head: string },
  };
}

const CRC = /,"crc":(\d+)(\}\}\}\n)$/;

/** Changes the commits of a journal and recomputes their checksums. */
function forge(journal: string, change: (commits: readonly string[]) => readonly string[]): void {
  const text = readFileSync(journal, 'utf8');
  const commits = text.split(/(?<=,"crc":\d+\}\}\}\n)/);
  const forged = change(commits).map((commit) => {
    const plain = commit.replace(CRC, '$2');
    return plain.replace(/\}\}\}\n$/, `,"crc":${crc32(plain)}}}}\n`);
  });
  writeFileSync(journal, forged.join(''));
}

describe('the trail of a run in a directory', () => {
  test(
    'shows who was asked, who decided and what ran, with control sequences escaped',
    SECONDS,
    async () => {
      const { audit, folder, id, trail } = await finished('echo a\u200bb \u001b[2J');
      const { code, stdout, stderr } = await audit();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      // Without an id it is the newest run.
      expect((await runMain(['audit', '--dir', folder.path])).stdout).toBe(stdout);
      const [run, head, session, , columns, ...lines] = stdout.trimEnd().split('\n');
      expect(run).toBe(`run           ${id}`);
      expect(head).toBe(`head          ${(await trail()).head}`);
      expect(session).toBe(`session head  ${(await trail()).session_head}`);
      expect(columns).toMatch(/^SEQ +TIME +ENTRY +WHO +WHAT$/);
      expect(lines.map((line) => line.split(/ +/)[2])).toEqual([
        'run_started',
        'approval_required',
        'approval_decision',
        'tool_started',
        'tool_completed',
        'run_completed',
      ]);
      expect(lines[1]).toContain(
        String.raw`tool_name=bash proposed_args={"command":"echo a\u{200B}b \u001b[2J"}`,
      );
      expect(lines[2]).toMatch(/approval_decision {2}local {2}action=approve/);
      expect(stdout).not.toMatch(/[\u001b\u200b]/);

      const binary = await hitl(['audit', id, '--verify'], { cwd: folder.path }).ended;
      expect(binary).toMatchObject({ code: 0, stderr: '' });
      expect(binary.stdout).toBe(`${stdout}\nwhole: 6 entries, head ${(await trail()).head}\n`);
    },
  );

  test('is intact while the run waits, and after it has continued', SECONDS, async () => {
    const folder = await agentFolder([bash('true'), { text: 'done' }]);
    await folder.delta(['run']);
    const { run_id: id } = folder.metadata();
    const audit = (...args: string[]) =>
      runMain(['audit', id, '--dir', folder.path, '--format', 'json', ...args]);
    const { head } = JSON.parse((await audit('--verify')).stdout) as AuditTrail;
    await folder.answer('yes\n');
    await folder.delta(['run']);
    const outcome = await audit('--expect', head?.toUpperCase() ?? '');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const body = JSON.parse(outcome.stdout) as AuditTrail & { verdict: AuditVerdict };
    expect(body.verdict).toMatchObject({ ok: true, entries: 6, head: body.head });
    expect(body.head).not.toBe(head);
  });

  test('shows what was changed in the journal by hand', SECONDS, async () => {
    const { audit, journal } = await finished();
    forge(journal, (commits) => commits.map((text) => text.replaceAll('echo hi', 'echo no')));
    const { code, stdout } = await audit('--verify');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /\nBROKEN at entry 2 of 6, seq \d+, approval_required: it was changed \(changed\)\n$/,
    );
    expect(await audit()).toMatchObject({ code: 0 });
  });

  test('detects a truncated end by a recorded head', SECONDS, async () => {
    const { audit, journal, trail } = await finished();
    const { head } = await trail();
    forge(journal, (commits) => commits.slice(0, -1));
    const cut = (await trail()).entries.length;
    expect(await audit('--verify')).toMatchObject({ code: 0 });
    const { code, stdout } = await audit('--expect', head ?? '');
    expect(code).toBe(1);
    expect(stdout).toContain(
      `\nBROKEN after entry ${cut} of ${cut}: the trail ends too early (cut)\n`,
    );
  });

  test('of a damaged journal is broken, and says where', SECONDS, async () => {
    const { audit, journal } = await finished();
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.replace('echo hi', 'echo no'));
    const broken = await audit('--verify');
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toContain(`${journal}, line `);
    expect(await audit()).toMatchObject({ code: 2, stderr: broken.stderr });
    expect(readFileSync(journal, 'utf8')).toBe(text.replace('echo hi', 'echo no'));
  });

  test('is missing for an unknown run, and nothing is created', SECONDS, async () => {
    const folder = await folderWith({});
    expect(await runMain(['audit', 'nobody', '--dir', folder])).toEqual({
      code: 1,
      stdout: '',
      stderr: `hitl: ${folder}: There is no run nobody.\n`,
    });
    expect(await runMain(['audit', 'nobody', '--dir', join(folder, 'none')])).toMatchObject({
      code: 2,
    });
  });
});

describe('the trail of a run of a server', () => {
  test(
    'is the body of GET /runs/{id}/audit, even after its session is deleted',
    SECONDS,
    async () => {
      const folder = await folderWith({
        'hitl/a.yaml': `type: model
name: m
provider: scripted
turns:
  - text: hello
---
type: agent
name: greeter
model: m
`,
      });
      const env = { HITL_TOKENS: 'tok-alice alice\ntok-rita rita reviewer' };
      const flags = ['--config', 'hitl', '--auth', 'token', '--store', 'sqlite:hitl.db'];
      const server = await serveHitl(flags, { cwd: folder, env });
      const call = async (token: string, path: string, init: RequestInit = {}) =>
        fetch(`${server.url}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        });
      const body = JSON.stringify({ agent_id: 'greeter', input: 'hi', session_id: 'ses_1' });
      const started = await call('tok-alice', '/runs', { method: 'POST', body });
      const { id } = (await started.json()) as { id: string };
      await (await call('tok-alice', `/runs/${id}/events`)).text();
      const audit = (token: string, ...args: string[]) =>
        runMain(['audit', id, '--server', server.url, ...args], { HITL_TOKEN: token });

      const shown = await audit('tok-alice', '--format', 'json');
      const trail: unknown = await (await call('tok-alice', `/runs/${id}/audit`)).json();
      expect(JSON.parse(shown.stdout)).toEqual(trail);
      const { head } = trail as AuditTrail;
      expect(await audit('tok-alice', '--verify')).toMatchObject({ code: 0 });

      expect((await call('tok-alice', '/sessions/ses_1', { method: 'DELETE' })).status).toBe(204);
      expect(await audit('tok-alice')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `hitl: ${server.url}: There is no run ${id}.\n`,
      });
      const erased = await audit('tok-rita', '--expect', head ?? '');
      expect(erased).toMatchObject({ code: 0, stderr: '' });
      expect(erased.stdout).toMatch(/^1 +\S+ +run_started +erased=true$/m);
      expect(erased.stdout).toContain(`\nwhole: 2 entries, 2 of them erased, head ${head}\n`);
    },
  );

  test('is not intact if the response is about another run', SECONDS, async () => {
    const { trail } = await finished();
    const other = await trail();
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(other));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const args = ['--verify', '--server', url];
    expect(await runMain(['audit', other.run_id, ...args])).toMatchObject({ code: 0 });
    expect(await runMain(['audit', 'mine', ...args])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `hitl: ${url}: The reply is about another run, ${other.run_id}.\n`,
    });
  });

  test('that is missing is reported, and does not count as intact', SECONDS, async () => {
    const url = 'http://127.0.0.1:1';
    expect(await runMain(['audit', 'r', '--verify', '--server', url])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^hitl: http:\/\/127\.0\.0\.1:1: .*could not be reached/),
    });
  });
});

test.each([
  ['no run of a server', ['audit', '--server', 'http://127.0.0.1:1']],
  ['a hash that is none', ['audit', 'r', '--expect', 'abc']],
  ['both places', ['audit', 'r', '--server', 'http://127.0.0.1:1', '--dir', '.']],
  ['a server that is no URL', ['audit', 'r', '--server', 'localhost']],
  ['an unknown format', ['audit', 'r', '--format', 'xml']],
])('a wrong command line is exit 2: %s', async (_, args) => {
  expect(await runMain(args)).toMatchObject({ code: 2, stdout: '' });
});
