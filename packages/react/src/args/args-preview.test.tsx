import { patchLines } from '@hitl/client/view';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { ArgsPreview } from './args-preview.tsx';
import type { Previews } from './previews.ts';

const kinds = (): (string | null)[] =>
  [...document.querySelectorAll('[data-hitl-part="arg"]')].map((row) =>
    row.getAttribute('data-kind'),
  );

test('shows a list of similar objects as a table with its size and typed cells', () => {
  const lines = [
    { sku: 'A', quantity: 5 },
    { sku: '5', quantity: null, note: 'x\u200B' },
  ];
  renderCard(<ArgsPreview args={{ lines }} />);
  const table = screen.getByRole('table', { name: '2 rows, 3 columns' });
  expect(screen.getByRole('region', { name: 'lines: 2 rows, 3 columns' })).toContainElement(table);
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(texts).toEqual([
    ['Row', 'sku', 'quantity', 'note'],
    ['1', 'A', '5', ''],
    ['2', '"5"', 'null', 'x\\u{200b}'],
  ]);
});

test.each([
  ['one row alone', [{ a: 1 }]],
  ['nested cells', [{ a: { b: 1 } }, { a: 2 }]],
  ['mixed items', [{ a: 1 }, 2]],
  [
    'more columns than fit',
    [1, 2].map((n) => ({ a: n, b: n, c: n, d: n, e: n, f: n, g: n, h: n, i: n })),
  ],
])('shows %s as a tree, all of it open', (_, value) => {
  renderCard(<ArgsPreview args={{ value }} />);
  expect(kinds()).toEqual(['tree']);
  for (const branch of document.querySelectorAll('details')) expect(branch.open).toBe(true);
});

test('shows a structure as a table with types, in which structures can be folded', async () => {
  renderCard(<ArgsPreview args={{ at: { city: 'Paris', zip: '5', floor: 5, tags: [true] } }} />);
  const rows = [...document.querySelectorAll('tr')].map((row) =>
    [...row.cells].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['city', '"Paris"', 'text'],
    ['zip', '"5"', 'text'],
    ['floor', '5', 'number'],
    ['tags 1 item1truetrue or false'],
    ['1', 'true', 'true or false'],
  ]);
  await userEvent.click(screen.getByText('1 item'));
  expect(screen.queryByText('true')).not.toBeVisible();
});

test('says the type of an argument that is no text', () => {
  renderCard(<ArgsPreview args={{ city: 'Oslo', zip: '0150', days: 5, direct: true, none: [] }} />);
  const values = [...document.querySelectorAll('[data-hitl-part="arg-value"]')];
  expect(values.map((value) => value.textContent)).toEqual([
    'Oslo',
    '0150',
    '5 number',
    'true true or false',
    '[]',
  ]);
});

const edit = { path: 'a.js', old_text: 'two', new_text: '2' };

test('shows an edit as whole numbered lines of the file, with what is around them', () => {
  const context = { before: ['one'], start: 'const ', end: ';', after: ['three'] };
  renderCard(
    <ArgsPreview args={edit} metadata={{ edit_place: { occurrences: 1, line: 12, context } }} />,
  );
  const lines = [...document.querySelectorAll('[data-hitl-part="diff-line"]')];
  expect(lines.map((line) => line.textContent)).toEqual([
    '11 one',
    '12−removed const two;',
    '12+added const 2;',
    '13 three',
  ]);
  expect(screen.getByText(/as it was when this was asked/)).toBeVisible();
});

test('says that an edit would fail whose text is not in the file, or several times', () => {
  const shown = (occurrences: unknown) => (
    <ArgsPreview args={edit} metadata={{ edit_place: { occurrences, line: 1 } }} />
  );
  const { rerender } = renderCard(shown(0));
  expect(screen.getByText(/does not contain this text, so the edit would fail/)).toBeVisible();
  rerender(shown(3));
  expect(screen.getByText(/contains this text 3 times, so the edit would fail/)).toBeVisible();
  expect(document.querySelector('[data-hitl-part="diff-number"]')).toBeNull();
  rerender(shown('3'));
  expect(screen.queryByText(/would fail/)).toBeNull();
});

test('shows structures that are too deep or too large as text', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`) as object;
  renderCard(
    <ArgsPreview args={{ deep, many: Array.from({ length: 600 }, (_, n) => n), none: [] }} />,
  );
  expect(kinds()).toEqual(['block', 'block', 'line']);
});

test('shows a patch line by line, but no other text', () => {
  const patch = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n--- old\n+++ new\n';
  expect(patchLines(patch)).toEqual([
    { kind: 'head', text: '--- a/x' },
    { kind: 'head', text: '+++ b/x' },
    { kind: 'hunk', text: '@@ -1,2 +1,2 @@' },
    { kind: 'same', text: 'same' },
    { kind: 'removed', text: '-- old' },
    { kind: 'added', text: '++ new' },
  ]);
  expect(patchLines('--- a list\n- of things')).toBeUndefined();
  renderCard(<ArgsPreview args={{ patch }} />);
  expect(kinds()).toEqual(['diff']);
  expect(screen.getByText('removed').parentElement).toHaveTextContent('-- old');
});

const schema = {
  properties: {
    user: { type: 'string' },
    password: { type: 'string', format: 'password' },
    login: { properties: { token: { 'x-sensitive': true } } },
    rows: { items: { properties: { pin: { writeOnly: true } } } },
  },
};

test('masks secrets in the schema, keeps them out of the page, and shows them only when asked', async () => {
  const args = {
    user: 'ada',
    password: 'hunter2!',
    login: { token: 'tok-123', realm: 'a' },
    rows: [{ pin: 4711 }, { pin: 4712 }],
  };
  const { container } = renderCard(<ArgsPreview args={args} schema={schema} />);
  for (const secret of ['hunter2!', 'tok-123', '4711', '4712']) {
    expect(container.innerHTML).not.toContain(secret);
  }
  expect(screen.getAllByText('Secret, not shown')).toHaveLength(4);
  expect(screen.getByText('"a"')).toBeVisible();
  const [show] = screen.getAllByRole('button', { name: 'Show' });
  await userEvent.click(show as HTMLElement);
  expect(screen.getByText('hunter2!')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(container.innerHTML).not.toContain('hunter2!');
});

test('says that a secret only the tool receives cannot be shown', () => {
  const handle = `‹secret:${crypto.randomUUID()}›`;
  const args = { command: `login --token ${handle} && rm x`, password: handle };
  renderCard(<ArgsPreview args={args} schema={schema} />);
  expect(screen.getAllByText('Secret, not shown')).toHaveLength(2);
  expect(screen.getByText('login --token')).toBeVisible();
  expect(screen.getByText('&& rm x')).toBeVisible();
  expect(screen.getAllByText(/Only the tool gets this secret/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
});

test('shows text that only looks like the placeholder of a secret', () => {
  renderCard(<ArgsPreview args={{ command: 'x ‹secret:rm -rf /›' }} />);
  expect(screen.getByText('x ‹secret:rm -rf /›')).toBeVisible();
});

const previews: Previews = {
  deploy: {
    component: ({ args }) => <p>To {String(args['env'])}</p>,
    shows: ['env', 'password'],
  },
  broken: {
    component: () => {
      throw new Error('broken');
    },
    shows: ['env'],
  },
};

test('shows a custom preview, and lists the arguments that it does not show', () => {
  const args = { env: 'staging', force: true, password: 'hunter2!' };
  renderCard(<ArgsPreview args={args} schema={schema} toolName="deploy" />, { previews });
  expect(screen.getByText('To staging')).toBeVisible();
  expect(screen.getAllByRole('term').map((name) => name.textContent)).toEqual([
    'Preview',
    'force',
    'password',
  ]);
});

test.each(['broken', 'constructor', 'other'])(
  'lists all arguments if %s has no preview',
  (tool) => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderCard(<ArgsPreview args={{ env: 'staging', force: true }} toolName={tool} />, {
      previews,
    });
    expect(screen.getAllByRole('term').map((name) => name.textContent)).toEqual(['env', 'force']);
    silenced.mockRestore();
  },
);

/** A text that looks like a patch, in which a line hides among unchanged ones. */
const LIKE_A_PATCH = ['@@ -1,9 +1,9 @@', '+a', ' b', ' c', ' d', ' e', ' rm -rf ~', ' f'].join(
  '\n',
);

test('a command that looks like a patch is shown as a command, whole', () => {
  const { container } = renderCard(<ArgsPreview args={{ command: LIKE_A_PATCH }} />);
  expect(container.querySelector('[data-kind="command"] code')?.textContent).toBe(LIKE_A_PATCH);
});

test('folds no line of a patch by an agent', () => {
  const { container } = renderCard(<ArgsPreview args={{ patch: LIKE_A_PATCH }} />);
  expect(container.querySelector('[data-kind="diff"]')).toHaveTextContent('rm -rf ~');
  expect(container.querySelector('details')).toBeNull();
});

test('folds unchanged lines of an edit only if the server found them in the file', () => {
  const lines = ['1', '2', '3', '4', 'rm -rf ~', '6', '7', '8'];
  const args = { old_text: lines.join('\n'), new_text: [...lines, 'new'].join('\n') };
  const folded = (edit_place?: object) => {
    const { container, unmount } = renderCard(
      <ArgsPreview args={args} metadata={edit_place && { edit_place }} />,
    );
    const count = container.querySelectorAll('details').length;
    unmount();
    return count;
  };
  expect(folded()).toBe(0);
  expect(folded({ occurrences: 2 })).toBe(0);
  expect(folded({ occurrences: 1, line: 7 })).toBe(1);
});
