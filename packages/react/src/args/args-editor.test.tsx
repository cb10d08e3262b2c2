import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { ArgsEditor, type Args, type ArgsEditorProps } from './index.ts';

function Controlled({
  proposed,
  onArgs,
  ...props
}: Partial<ArgsEditorProps> & {
  proposed: Args;
  onArgs: (value: Args, details: { valid: boolean }) => void;
}) {
  const [value, setValue] = useState(proposed);
  return (
    <ArgsEditor
      {...props}
      value={value}
      proposed={proposed}
      onValueChange={(next, details) => {
        setValue(next);
        onArgs(next, details);
      }}
    />
  );
}

function edit(proposed: Args, props: Partial<ArgsEditorProps> = {}) {
  const change = vi.fn<(value: Args, details: { valid: boolean }) => void>();
  renderCard(<Controlled proposed={proposed} onArgs={change} {...props} />);
  return { last: () => change.mock.lastCall };
}

async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

test('keeps 5 a number', async () => {
  const { last } = edit({ n: 5 });
  await retype(screen.getByRole('textbox', { name: 'n' }), '6');
  expect(last()).toEqual([{ n: 6 }, { valid: true }]);
});

test('reports text that is not a number, and prevents sending', async () => {
  const { last } = edit({ n: 5, s: 'x' });
  const field = screen.getByRole('textbox', { name: 'n' });
  await retype(field, '5 apples');
  expect(last()?.[1]).toEqual({ valid: false });
  expect(field).toHaveValue('5 apples');
  expect(field).toBeInvalid();
  await retype(field, '7');
  expect(last()).toEqual([{ n: 7, s: 'x' }, { valid: true }]);
});

test.each(['12345678901234567890', '1e400', '0.12345678901234567890', '-0'])(
  'reports that the typed number %s would change, and prevents sending',
  async (text) => {
    const { last } = edit({ n: 5, any: null });
    const field = screen.getByRole('textbox', { name: 'n' });
    await userEvent.clear(field);
    await userEvent.paste(text);
    expect(last()).toEqual([{ n: 5, any: null }, { valid: false }]);
    expect(field).toHaveValue(text);
    expect(field).toBeInvalid();
    expect(
      screen.getByText(`${text} would become another number.`, { exact: false }),
    ).toBeVisible();
    await retype(field, '6');
    expect(last()).toEqual([{ n: 6, any: null }, { valid: true }]);
    expect(screen.queryByText(/another number/)).toBeNull();
  },
);

test('rejects JSON with a number that would change', async () => {
  const schema = { properties: { any: { anyOf: [{ type: 'object' }, { type: 'array' }] } } };
  const { last } = edit({ any: [] }, { schema });
  const part = screen.getByRole('textbox', { name: 'any' });
  await userEvent.clear(part);
  await userEvent.paste('[12345678901234567890]');
  expect(last()).toEqual([{ any: [] }, { valid: false }]);
  expect(screen.getByText(/^12345678901234567890 would become another number/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
  const whole = screen.getByRole('textbox', { name: 'Edit as JSON' });
  await userEvent.clear(whole);
  await userEvent.paste('{"any": [{"deep": 1e400}]}');
  expect(last()).toEqual([{ any: [] }, { valid: false }]);
  expect(whole).toBeInvalid();
  expect(screen.getByText(/^1e400 would become another number/)).toBeVisible();
});

test('rejects JSON with a key that an object has twice, and names it', async () => {
  const { last } = edit({ to: { name: 'ann' } });
  await userEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
  const whole = screen.getByRole('textbox', { name: 'Edit as JSON' });
  await userEvent.clear(whole);
  await userEvent.paste('{"to": {"name": "bob", "nam\\u0065": "cleo"}}');
  expect(last()).toEqual([{ to: { name: 'ann' } }, { valid: false }]);
  expect(whole).toBeInvalid();
  expect(screen.getByText('name appears twice. Keep one.')).toBeVisible();
  await userEvent.clear(whole);
  await userEvent.paste('{"to": {"name": "bob"}, "cc": {"name": "cleo"}}');
  expect(last()).toEqual([{ to: { name: 'bob' }, cc: { name: 'cleo' } }, { valid: true }]);
});

test('edits switches, choices, lists and nested objects with their types', async () => {
  const proposed = { on: false, level: 2, tags: ['a'], at: { city: 'Paris' } };
  const schema = {
    properties: {
      on: { type: 'boolean' },
      level: { enum: [1, 2, 3] },
      tags: { type: 'array', items: { type: 'string' } },
      at: { type: 'object', properties: { city: { type: 'string' } } },
    },
  };
  const { last } = edit(proposed, { schema });
  await userEvent.click(screen.getByRole('switch', { name: 'on' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'level' }), '3');
  const tags = within(screen.getByRole('group', { name: 'tags' }));
  await userEvent.click(tags.getByRole('button', { name: 'Add an item' }));
  await userEvent.type(tags.getByRole('textbox', { name: '2' }), 'b');
  const at = within(screen.getByRole('group', { name: 'at' }));
  await retype(at.getByRole('textbox', { name: 'city' }), 'London');
  expect(last()?.[0]).toEqual({ on: true, level: 3, tags: ['a', 'b'], at: { city: 'London' } });
});

test('marks changes, shows the diff and resets them', async () => {
  const { last } = edit({ command: 'ls', path: '/tmp' });
  await retype(screen.getByRole('textbox', { name: 'command' }), 'ls -la');
  expect(screen.getAllByText('changed')).toHaveLength(1);
  const changes = within(screen.getByRole('region', { name: 'Changes' }));
  expect(changes.getByText('removed')).toBeInTheDocument();
  expect(changes.getByText('ls -la')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(last()).toEqual([{ command: 'ls', path: '/tmp' }, { valid: true }]);
  expect(screen.queryByText('changed')).toBeNull();
});

test('adds and removes an optional member; a required one stays', async () => {
  const schema = {
    properties: { a: { type: 'string' }, n: { type: 'integer', minimum: 1 } },
    required: ['a'],
  };
  const { last } = edit({ a: 'x' }, { schema });
  await userEvent.click(screen.getByRole('button', { name: 'Add n' }));
  expect(last()?.[0]).toEqual({ a: 'x', n: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(last()?.[0]).toEqual({ a: 'x' });
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('edits values that a form cannot edit as JSON, and sends only an object', async () => {
  const { last } = edit({ any: null });
  await userEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
  const field = screen.getByRole('textbox', { name: 'Edit as JSON' });
  await userEvent.clear(field);
  await userEvent.paste('[1]');
  expect(last()?.[1]).toEqual({ valid: false });
  expect(screen.getByText('Enter a JSON object: { … }.')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.paste('{"any": [1, null]}');
  expect(last()).toEqual([{ any: [1, null] }, { valid: true }]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit as a form' }));
  expect(screen.getByRole('group', { name: 'any' })).toBeVisible();
});

test('shows below a field its invisible characters', () => {
  edit({ command: 'ls\u200B' });
  expect(screen.getByText('\\u{200b}')).toBeVisible();
});

test("shows the server's issues at their fields", () => {
  const error = { errors: [{ path: 'modified_args.n', message: 'must be at most 3' }] };
  edit({ n: 5 }, { error });
  expect(screen.getByText('must be at most 3')).toBeVisible();
});

test('discards invalid text in a list when an item is removed', async () => {
  const { last } = edit({ list: [1, 2] });
  await retype(screen.getByRole('textbox', { name: '1' }), 'x');
  expect(last()?.[1]).toEqual({ valid: false });
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement);
  expect(last()).toEqual([{ list: [2] }, { valid: true }]);
  expect(screen.getByRole('textbox', { name: '1' })).toHaveValue('2');
});

test('rejects a fraction for an integer, and accepts one for a number', async () => {
  const schema = { properties: { n: { type: 'integer' }, x: { type: 'number' } } };
  const { last } = edit({ n: 5, x: 5 }, { schema });
  await retype(screen.getByRole('textbox', { name: 'n' }), '1.5');
  expect(last()?.[1]).toEqual({ valid: false });
  expect(screen.getByText('Enter a whole number.')).toBeVisible();
  await retype(screen.getByRole('textbox', { name: 'n' }), '2');
  await retype(screen.getByRole('textbox', { name: 'x' }), '1.5');
  expect(last()).toEqual([{ n: 2, x: 1.5 }, { valid: true }]);
});

test('reports at its field which bound a value violates, and prevents sending', async () => {
  const schema = {
    properties: { n: { type: 'number', maximum: 10 }, s: { type: 'string', pattern: '^[a-z]+$' } },
  };
  const { last } = edit({ n: 5, s: 'a' }, { schema });
  const field = screen.getByRole('textbox', { name: 'n' });
  await retype(field, '11');
  expect(last()).toEqual([{ n: 11, s: 'a' }, { valid: false }]);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Enter 10 or less.');
  await retype(field, '9');
  await retype(screen.getByRole('textbox', { name: 's' }), 'A1');
  expect(screen.getByText('This does not match the pattern ^[a-z]+$')).toBeVisible();
  await retype(screen.getByRole('textbox', { name: 's' }), 'b');
  expect(last()).toEqual([{ n: 9, s: 'b' }, { valid: true }]);
});

test('sets a nullable value to null and back', async () => {
  const schema = {
    properties: { n: { anyOf: [{ $ref: '#/$defs/Count' }, { type: 'null' }] } },
    $defs: { Count: { type: 'integer', minimum: 1 } },
  };
  const { last } = edit({ n: 5 }, { schema });
  await userEvent.click(screen.getByRole('button', { name: 'Set to null' }));
  expect(last()).toEqual([{ n: null }, { valid: true }]);
  expect(screen.getByText('No value (null)')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'n' }));
  expect(last()).toEqual([{ n: 5 }, { valid: true }]);
  await retype(screen.getByRole('textbox', { name: 'n' }), '0');
  expect(screen.getByText('Enter 1 or more.')).toBeVisible();
});

test('edits a value that may have several shapes as JSON', async () => {
  const schema = {
    properties: {
      to: { oneOf: [{ properties: { mail: {} } }, { properties: { phone: {} } }] },
    },
  };
  const { last } = edit({ to: { mail: 'a@b.example' } }, { schema });
  const field = screen.getByRole('textbox', { name: 'to' });
  await userEvent.clear(field);
  expect(last()?.[1]).toEqual({ valid: false });
  await userEvent.paste('{"phone": 5}');
  expect(last()).toEqual([{ to: { phone: 5 } }, { valid: true }]);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(field).toHaveValue('{\n  "mail": "a@b.example"\n}');
});

test('keeps a date as text, and starts an added value with its default', async () => {
  const schema = {
    properties: {
      on: { type: 'string', format: 'date' },
      level: { type: 'string', default: 'info' },
    },
  };
  const { last } = edit({ on: '2026-11-22' }, { schema });
  await retype(screen.getByRole('textbox', { name: 'on' }), '2026-12-01');
  await userEvent.click(screen.getByRole('button', { name: 'Add level' }));
  expect(last()?.[0]).toEqual({ on: '2026-12-01', level: 'info' });
});

test('adds a member with any name if the schema allows it, with the declared type', async () => {
  const schema = {
    properties: { env: { type: 'object', additionalProperties: { type: 'integer' } } },
    additionalProperties: false,
  };
  const { last } = edit({ env: { A: 1 } }, { schema });
  const name = screen.getByRole('textbox', { name: 'Name of a new entry' });
  await userEvent.type(name, 'B{Enter}');
  await retype(screen.getByRole('textbox', { name: 'B' }), '2');
  expect(last()).toEqual([{ env: { A: 1, B: 2 } }, { valid: true }]);
  await userEvent.type(name, 'A');
  expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
});

test('shows issues without a field below the form', () => {
  const error = {
    errors: [
      { path: 'modified_args', message: 'matches the deny rule bash(rm:*)' },
      { path: 'modified_args.gone', message: 'is required' },
      { path: 'remember', message: 'is about something else' },
    ],
  };
  edit({ n: 5 }, { error });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'matches the deny rule bash(rm:*)',
    'gone is required',
  ]);
});

const secretSchema = {
  properties: {
    user: { type: 'string' },
    password: { type: 'string', format: 'password' },
    login: { $ref: '#/$defs/Login' },
  },
  $defs: { Login: { type: 'object', properties: { token: { type: 'string', writeOnly: true } } } },
};

test('masks secrets, replaces them unseen and shows only that they were replaced', async () => {
  const proposed = { user: 'ada', password: 'hunter2!', login: { token: 'tok-123' } };
  const { last } = edit(proposed, { schema: secretSchema });
  const seen = (): string => document.body.innerHTML;
  expect(screen.getAllByText('Secret, not shown')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'password' }));
  await userEvent.type(screen.getByLabelText('password'), 'correct horse');
  expect(last()).toEqual([{ ...proposed, password: 'correct horse' }, { valid: true }]);
  const changes = within(screen.getByRole('region', { name: 'Changes' }));
  expect(changes.getByText('The secret was replaced.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
  expect(screen.getByRole('textbox', { name: 'Edit as JSON' })).toHaveValue(
    '{\n  "user": "ada"\n}',
  );
  for (const secret of ['hunter2!', 'tok-123', 'correct horse'])
    expect(seen()).not.toContain(secret);
  await userEvent.click(screen.getByRole('button', { name: 'Reset all' }));
  expect(last()).toEqual([proposed, { valid: true }]);
});

test('invisible characters are escaped in the names and values that a schema offers', () => {
  const evil = 'Sa\u202Efe\u200B';
  const properties = { mode: { enum: ['plain', evil] }, [evil]: { type: 'string' } };
  edit({ mode: 'plain' }, { schema: { type: 'object', properties } });
  const shown = String.raw`Sa\u{202e}fe\u{200b}`;
  expect(screen.getByRole('option', { name: shown })).toBeVisible();
  expect(screen.getByRole('button', { name: `Add ${shown}` })).toBeVisible();
});
