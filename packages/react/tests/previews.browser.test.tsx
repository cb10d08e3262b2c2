/** "previews per tool: command, unified diff, JSON tree, table; masked secrets". */
import { defineTool, type Tool } from '@hitl/server';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createDrafts } from '../src/index.ts';
import { bash, createWorld, open, type Call, type World } from './world.fixture.tsx';

const allow = page.getByRole('button', { name: 'Allow once', exact: true });
const done = page.getByText('assistant: Done.');

function tool(name: string, properties: Record<string, unknown>, ran: unknown[] = []): Tool {
  return defineTool({
    name,
    parameters: { type: 'object', properties },
    permission: { kind: 'json' },
    requiresConsent: true,
    async execute(args) {
      ran.push(args);
      return 'done';
    },
  });
}

async function shown(call: Call, tools: readonly Tool[] = []): Promise<World> {
  const world = createWorld([[call], 'Done.'], { tools });
  await world.begin();
  const client = world.connect();
  open(world, undefined, { client, drafts: createDrafts({ client }) });
  await expect.element(allow).toBeEnabled();
  return world;
}

test('a command is shown unchanged, in full, in a monospaced font', async () => {
  await shown(bash('npm run lint -- --fix\n&& npm test'));
  const code = document.querySelector('[data-hitl-part="arg"][data-kind="command"] code');
  expect(code?.textContent).toBe('npm run lint -- --fix\n&& npm test');
});

test('an edit is shown as a line diff before it can be allowed', async () => {
  const world = await shown({
    name: 'file_edit',
    args: { path: 'a.ts', old_text: 'one\ntwo\nthree\n', new_text: 'one\n2\nthree\n' },
  });
  await expect.poll(() => document.querySelectorAll('[data-hitl-part="diff-line"]').length).toBe(4);
  const lines = [...document.querySelectorAll('[data-hitl-part="diff-line"]')];
  expect(
    lines.map((line) => [line.getAttribute('data-kind'), line.querySelector('code')?.textContent]),
  ).toEqual([
    ['same', 'one'],
    ['removed', 'two'],
    ['added', '2'],
    ['same', 'three'],
  ]);
  await allow.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger).toHaveLength(1);
});

test('a structure is shown as a table that distinguishes a text from a number', async () => {
  await shown(
    { name: 'deploy', args: { options: { region: { name: 'eu', zone: '5', count: 5 } } } },
    [tool('deploy', { options: { type: 'object' } })],
  );
  await expect.poll(() => document.querySelector('[data-hitl-part="tree"]')).not.toBe(null);
  const text = document.querySelector('[data-hitl-part="tree"]')?.textContent ?? '';
  expect(text).toContain('"5"');
  expect(text).toMatch(/count.*5/);
});

test('a list of similar objects is shown as a table with its columns and its size', async () => {
  await shown(
    {
      name: 'import',
      args: {
        rows: [
          { name: 'Ada', age: 36 },
          { name: 'Grace', age: 85 },
        ],
      },
    },
    [tool('import', { rows: { type: 'array', items: { type: 'object' } } })],
  );
  const table = page.getByRole('table');
  await expect.element(table).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: 'name' })).toBeVisible();
  await expect.element(table.getByRole('cell', { name: 'Grace' })).toBeVisible();
});

test('a secret argument is nowhere in the page until it is revealed, and runs unchanged', async () => {
  const ran: unknown[] = [];
  const login = tool(
    'login',
    { user: { type: 'string' }, key: { type: 'string', format: 'password' } },
    ran,
  );
  await shown({ name: 'login', args: { user: 'ada', key: 'canary-9' } }, [login]);
  await expect.element(page.getByText('••••••').first()).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain('canary-9');
  const show = page.getByRole('button', { name: /^Show/ });
  await show.click();
  await expect.element(page.getByText('canary-9')).toBeVisible();
  await page.getByRole('button', { name: /^Hide/ }).click();
  await expect.element(page.getByText('canary-9')).not.toBeInTheDocument();
  await allow.click();
  await expect.element(done).toBeVisible();
  expect(ran).toEqual([{ user: 'ada', key: 'canary-9' }]);
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('canary-9');
});
