import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CANARY, gotIn, LOGIN, startSecretModel } from '../../tests/secret-agent.fixture.ts';
import { agentFolder, ask, type AgentFolder } from '../../tests/run.fixture.ts';

const SLOW = { timeout: 180_000 };
const SPELLINGS = [CANARY, JSON.stringify(CANARY).slice(1, -1)];

/** Every file below a folder that contains the secret, in any encoding. */
async function filesWithSecret(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      return SPELLINGS.some((spelling) => text.includes(spelling)) ? [file] : [];
    }),
  );
  return found.flat();
}

function expectSilence(...texts: readonly string[]): void {
  for (const text of texts) for (const spelling of SPELLINGS) expect(text).not.toContain(spelling);
}

/** A model that asks for a password and logs in with it; the first login fails. */
async function session(): Promise<AgentFolder & { readonly heard: readonly string[] }> {
  const { url, requests } = await startSecretModel();
  const folder = await agentFolder([], {
    model: { provider: 'openai-compatible', base_url: url, model: 'any' },
    tools: [
      'ask_human',
      {
        name: 'login',
        kind: 'command',
        command: ['node', './login.mjs'],
        parameters: { type: 'object', properties: { password: { type: 'string' } } },
        requires_consent: true,
      },
    ],
  });
  await writeFile(join(folder.path, 'login.mjs'), LOGIN);
  return { ...folder, heard: requests };
}

test('a secret reaches the tool, even after a restart, but no file or output', SLOW, async () => {
  const folder = await session();
  const outputs = [await folder.delta(['run'])];
  expect(folder.request()).toMatchObject({ sensitive: true });
  const secrets = join(folder.paths.runs, folder.metadata().run_id, 'secrets');
  for (const answer of [`${CANARY}\n`, 'yes\n']) {
    await folder.answer(answer);
    outputs.push(await folder.delta(['run']));
    expect(folder.request()).toMatchObject({ input_type: 'confirmation', sensitive: false });
    // Only the vault contains it while the run lasts.
    expect(await filesWithSecret(folder.paths.root)).toEqual([secrets]);
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
  }
  await folder.answer('yes\n');
  const done = await folder.delta(['run']);
  outputs.push(done);
  expect(outputs.map(({ code }) => code)).toEqual([101, 101, 101, 0]);
  expect(await gotIn(folder.path)).toEqual([CANARY, CANARY]);
  expect(done.stdout).toMatch(/^It said: welcome ‹secret:[0-9a-f-]{36}›\n/);
  expectSilence(...folder.heard, ...outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]));
  expect(await filesWithSecret(folder.paths.root)).toEqual([]);
  expect(existsSync(secrets)).toBe(false);
});

test('a secret piped into -i is not shown either', SLOW, async () => {
  const folder = await session();
  const done = await folder.delta(['run', '-i'], { input: `${CANARY}\nyes\nyes\n` });
  expect(done.code, done.stderr).toBe(0);
  expect(await gotIn(folder.path)).toEqual([CANARY, CANARY]);
  expectSilence(...folder.heard, done.stdout, done.stderr);
  expect(await filesWithSecret(folder.paths.root)).toEqual([]);
  expect(existsSync(folder.paths.interaction)).toBe(false);
});

test('a secret among several parts is kept in the vault until all are answered', SLOW, async () => {
  const interaction = {
    type: 'combined',
    interactions: [
      { id: 'token', type: 'input', title: 'Token?', sensitive: true },
      { id: 'host', type: 'input', title: 'Host?' },
    ],
  };
  const folder = await agentFolder([ask('Login', { interaction }), { text: '{{ask_Login}}' }]);
  await folder.delta(['run']);
  await folder.answer(CANARY);
  const between = await folder.delta(['run']);
  expect(between.code).toBe(101);
  const secrets = join(folder.paths.runs, folder.metadata().run_id, 'secrets');
  expect(await filesWithSecret(folder.paths.root)).toEqual([secrets]);
  await folder.answer('example.org');
  const done = await folder.delta(['run']);
  expect(done.code, done.stderr).toBe(0);
  expect(done.stdout).toContain('example.org');
  expectSilence(between.stdout, between.stderr, done.stdout, done.stderr);
  expect(await filesWithSecret(folder.paths.root)).toEqual([]);
});

test('the secret of a crashed run is removed when that is abandoned', SLOW, async () => {
  const folder = await session();
  await folder.delta(['run']);
  const secrets = join(folder.paths.runs, folder.metadata().run_id, 'secrets');
  await folder.answer(CANARY);
  await folder.delta(['run']);
  expect(existsSync(secrets)).toBe(true);
  const metadata = join(folder.paths.runs, folder.metadata().run_id, 'execution/metadata.json');
  // As left by a crashed process: no process has that id.
  await writeFile(
    metadata,
    JSON.stringify({ ...folder.metadata(), status: 'RUNNING', pid: 2 ** 22 + 1, owner: undefined }),
  );
  // As left by a process that crashed while writing the next secret.
  await writeFile(`${secrets}.new`, await readFile(secrets));
  const next = await folder.delta(['run']);
  expect(next.stderr).toContain('--recover');
  expect(await filesWithSecret(folder.paths.root)).toEqual([]);
});
