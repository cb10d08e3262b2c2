import { existsSync, statSync } from 'node:fs';
import { readFile, symlink, mkdir, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult, RuleList } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { runMain, type Outcome } from '../../tests/main.fixture.ts';
import { folderWith, hitl, serveHitl } from '../../tests/serve-process.fixture.ts';

type Run = (...args: string[]) => Promise<Outcome>;

/** Runs `hitl permissions ARGS… --dir DIR` in this process. */
function rulesOf(dir: string): Run {
  return (...args) => runMain(['permissions', ...args, '--dir', dir]);
}

/** Runs `hitl permissions ARGS…` as a separate process. */
function binaryIn(cwd: string, env: Record<string, string> = {}): Run {
  return async (...args) => {
    const { code, stdout, stderr } = await hitl(['permissions', ...args], { cwd, env }).ended;
    return { code, stdout, stderr };
  };
}

const SECONDS = { timeout: 180_000 };

describe('the rules of a directory', () => {
  test('apply to the tools and with the policy of the agent in the directory', async () => {
    const folder = await folderWith({
      'config.yaml': `
model: { provider: openai-compatible, base_url: http://localhost, model: m, api_key_env: NO_KEY }
tools:
  - { name: deploy, kind: command, command: [./deploy], permission: { kind: text, arg: env },
      parameters: { type: object, properties: { env: { type: string } } } }
  - bash
approval_policy:
  - { when: 'bash(git status:*)', decision: auto_approve }
`,
    });
    const run = rulesOf(folder);
    const production = ['check', 'deploy', '{"env": "production"}'];
    expect(await run(...production)).toMatchObject({ code: 0, stderr: '' });
    expect((await run(...production)).stdout).toMatch(/deploy\(production\)/);
    expect((await run('check', 'bash', 'git status')).stdout).toMatch(/^decision {2}allowed$/m);
    expect(existsSync(join(folder, '.delta'))).toBe(false);

    await writeFile(join(folder, 'config.yaml'), 'tools: [bash]\nmodle: x\n');
    const { code, stdout, stderr } = await run('check', 'bash', 'git status');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^decision {2}needs_auth$/m);
    expect(stderr).toMatch(/checked without the agent of .*config\.yaml.*modle/s);
  });

  test(
    'are saved in a file readable by its owner only, listed as a table, and revoked',
    SECONDS,
    async () => {
      const folder = await folderWith({});
      const run = rulesOf(folder);
      const file = join(folder, '.delta', 'permissions.db');

      expect(await run('list')).toEqual({ code: 0, stdout: 'local has no rules.\n', stderr: '' });
      expect(existsSync(join(folder, '.delta'))).toBe(false);

      const binary = binaryIn(folder);
      expect(await binary('allow', 'bash(npm run test:*)')).toEqual({
        code: 0,
        stdout: 'Permission allowed: bash(npm run test:*)\n',
        stderr: '',
      });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await chmod(file, 0o644);
      const expires = ['--expires', '2999-01-31T00:00:00+01:00'];
      await run('deny', 'file_read(**/.env*)', ...expires);
      await run('ask', 'bash(git push:*)', '--session', 's1');
      expect(statSync(file).mode & 0o777).toBe(0o600);

      const { stdout } = await binary('list');
      expect(stdout).toBe(
        [
          'EFFECT  RULE                  SCOPE       EXPIRES                   LAST USED',
          'allow   bash(npm run test:*)  always      never                     never',
          'deny    file_read(**/.env*)   always      2999-01-30T23:00:00.000Z  never',
          'ask     bash(git push:*)      session s1  never                     never',
          '',
        ].join('\n'),
      );

      expect(await run('revoke', 'bash(git push:*)')).toEqual({
        code: 0,
        stdout: 'Permission revoked: bash(git push:*)\n',
        stderr: '',
      });
      const { stdout: json } = await run('list', '--format', 'json');
      const { rules } = JSON.parse(json) as RuleList;
      expect(rules.map(({ effect, pattern }) => [effect, pattern])).toEqual([
        ['allow', 'bash(npm run test:*)'],
        ['deny', 'file_read(**/.env*)'],
      ]);
      expect(await run('list', '--user', 'eve')).toMatchObject({ stdout: 'eve has no rules.\n' });
    },
  );

  test('explain a call without running or recording it', SECONDS, async () => {
    const folder = await folderWith({ 'build/keep': 'kept' });
    const run = rulesOf(folder);
    await run('allow', 'bash(npm run test:*)');
    await run('deny', 'bash(rm:*)');

    const refused = await run('check', 'bash', 'npm run test:unit && env rm -rf build');
    expect(refused).toMatchObject({ code: 0, stderr: '' });
    expect(refused.stdout).toMatch(/^decision {2}denied$/m);
    expect(refused.stdout).toMatch(/^step {6}deny_rule$/m);
    expect(refused.stdout).toMatch(/^rule {6}bash\(rm:\*\)$/m);
    expect(refused.stdout).toMatch(/^reason {4}Matched deny pattern$/m);
    expect(refused.stdout).toMatch(/^ {2}allowed {2}npm run test:unit +bash\(npm run test:\*\)$/m);
    expect(refused.stdout).toMatch(/^ {2}denied {3}rm -rf build +bash\(rm:\*\) \(in env\)$/m);

    const asked = await run('check', 'bash', 'ls -la src');
    expect(asked.stdout).toMatch(/^decision {2}needs_auth$/m);
    expect(asked.stdout).toMatch(
      /^rules that would allow it\n {2}bash\(ls -la src\)\n {2}bash\(ls:\*\)$/m,
    );
    expect(asked.stdout).toMatch(
      /^with each of them also\n {2}bash\(ls:\*\) {2}ls \.\.\/any\/file · ls$/m,
    );

    const { stdout } = await run(
      'check',
      'bash',
      '{"command": "npm run test:unit"}',
      '--format',
      'json',
    );
    const verdict = JSON.parse(stdout) as CheckResult;
    expect(verdict).toMatchObject({
      decision: 'allowed',
      step: 'allow_rule',
      matched_rule: 'bash(npm run test:*)',
      resource: 'bash(npm run test:unit)',
      explanation: { reason: 'rule.allow' },
    });
    expect((await run('list')).stdout).toMatch(/test:\*\) +always +never +never$/m);
    expect(await readFile(join(folder, 'build/keep'), 'utf8')).toBe('kept');
  });

  test('follow the symbolic links of the directory', SECONDS, async () => {
    const folder = await folderWith({ 'secrets/key': 'x', 'src/a.ts': '' });
    await symlink(join(folder, 'secrets'), join(folder, 'src', 'docs'));
    const run = rulesOf(folder);
    await run('allow', 'file_read(./src/**)');
    await run('deny', 'file_read(./secrets/**)');
    const { stdout } = await run('check', 'file_read', 'src/docs/key');
    expect(stdout).toMatch(/^decision {2}denied$/m);
    expect((await run('check', 'file_read', 'src/a.ts')).stdout).toMatch(/^decision {2}allowed$/m);
  });

  test('are shown with all invisible characters visible', SECONDS, async () => {
    const run = rulesOf(await folderWith({}));
    const { stdout } = await run('check', 'bash', 'echo \u001b[2Jhi\u200b\nrm x');
    expect(stdout).toContain(String.raw`echo \u{1B}[2Jhi\u{200B}`);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\u200b');
  });
});

describe('the rules of a server', () => {
  test("are managed with a token, as the caller's", SECONDS, async () => {
    const folder = await folderWith({
      'hitl/a.yaml': `type: permission_store
name: rules
store_type: inmemory
---
type: model
name: m
provider: scripted
turns: []
---
type: agent
name: careful
model: m
tools: [bash]
permission_store: rules
`,
    });
    const env = { HITL_TOKENS: 'tok-alice alice\ntok-bob bob' };
    const flags = ['--config', 'hitl', '--auth', 'token', '--store', 'memory:'];
    const server = await serveHitl(flags, { cwd: folder, env });
    const at = ['--server', server.url];
    const as = (token: string): Run => {
      return (...args) => runMain(['permissions', ...args], { HITL_TOKEN: token });
    };
    const alice = as('tok-alice');

    const rule = 'bash(npm run test:*)';
    const binary = binaryIn(folder, { HITL_TOKEN: 'tok-alice' });
    const saved = await binary('allow', rule, ...at, '--user', 'alice', '--format', 'json');
    expect(JSON.parse(saved.stdout)).toEqual({
      status: 'ok',
      message: `Permission allowed: ${rule}`,
    });
    expect((await alice('list', ...at, '--user', 'alice')).stdout).toContain(rule);
    const check = ['check', 'bash', 'npm run test', '--agent', 'careful', '--user', 'alice'];
    expect((await alice(...check, ...at)).stdout).toMatch(/^decision {2}allowed$/m);
    expect(existsSync(join(folder, '.delta'))).toBe(false);

    expect(await as('tok-bob')('list', ...at, '--user', 'alice')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'You may not access the permissions of alice. Your user is bob.',
      ),
    });
    expect(await runMain(['permissions', 'list', ...at, '--user', 'alice'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Commands take the token from --token-file, HITL_TOKEN or'),
    });
  });

  test('exit differently if the server is unreachable than for a mistake', SECONDS, async () => {
    const list = ['permissions', 'list'];
    expect(await runMain([...list, '--server', 'http://127.0.0.1:1'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^hitl: http:\/\/127\.0\.0\.1:1: .*could not be reached/),
    });
    expect(await binaryIn('/')('list', '--dir', '/nowhere')).toMatchObject({ code: 2, stdout: '' });
    const expired = ['allow', 'bash(ls)', '--expires', '2020-01-01T00:00:00Z'];
    expect(await runMain(['permissions', ...expired])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('That is in the past: the rule would never apply.'),
    });
  });
});

test('missing are reported, and their revocation still succeeds', SECONDS, async () => {
  const run = rulesOf(await folderWith({}));
  expect(await run('revoke', 'bash(x)')).toEqual({
    code: 0,
    stdout: 'Permission revoked: bash(x)\n',
    stderr: 'hitl: local had no rule bash(x)\n',
  });
});

test('in an invalid file are not touched', SECONDS, async () => {
  const folder = await folderWith({});
  await mkdir(join(folder, '.delta'));
  await symlink('/dev/null', join(folder, '.delta', 'permissions.db'));
  expect(await rulesOf(folder)('allow', 'bash(ls)')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a regular file'),
  });
});
