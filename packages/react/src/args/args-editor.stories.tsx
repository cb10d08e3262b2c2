import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { expect, fn, userEvent } from 'storybook/test';
import { ArgsEditor, type Args, type ArgsEditorProps } from './index.ts';

function Controlled({ proposed, onValueChange, ...props }: ArgsEditorProps): ReactElement {
  const [value, setValue] = useState<Args>(proposed);
  return (
    <ArgsEditor
      {...props}
      proposed={proposed}
      value={value}
      onValueChange={(next, details) => {
        setValue(next);
        onValueChange(next, details);
      }}
    />
  );
}

const proposed = {
  host: 'db.example.com',
  port: 5432,
  ratio: 0.5,
  mode: 'read',
  replicas: null,
  since: '2026-11-01',
  env: { PGAPPNAME: 'kit' },
  target: { table: 'orders' },
  password: 'hunter2!',
};

const schema = {
  type: 'object',
  required: ['host', 'port'],
  properties: {
    host: { type: 'string', minLength: 3, description: 'Where the database is' },
    port: { type: 'integer', minimum: 1, maximum: 65_535 },
    ratio: { type: 'number', minimum: 0, maximum: 1 },
    mode: { oneOf: [{ const: 'read' }, { const: 'write' }] },
    replicas: { anyOf: [{ $ref: '#/$defs/Count' }, { type: 'null' }] },
    since: { type: 'string', format: 'date' },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    target: { oneOf: [{ type: 'object' }, { type: 'array' }] },
    password: { type: 'string', format: 'password' },
    level: { type: 'string', default: 'info' },
  },
  $defs: { Count: { type: 'integer', minimum: 1 } },
};

const meta = {
  title: 'Components/ArgsEditor',
  component: ArgsEditor,
  args: { value: proposed, proposed, schema, onValueChange: fn() },
  render: (args) => <Controlled {...args} />,
} satisfies Meta<typeof ArgsEditor>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Every kind of field: text, integers and other numbers, a choice, null, a date, a list, JSON. */
export const Fields: Story = {};

export const FieldsDark: Story = { globals: { theme: 'dark' } };

export const FieldsNarrow: Story = { globals: { width: '358px' } };

/** Violations of the schema are shown at the field before anything is sent. */
export const Bounds: Story = {
  play: async ({ args, canvas }) => {
    const port = canvas.getByRole('textbox', { name: 'port' });
    await userEvent.clear(port);
    await userEvent.type(port, '70000');
    await expect(port).toHaveAccessibleDescription('Enter 65,535 or less.');
    await expect(args.onValueChange).toHaveBeenLastCalledWith(
      { ...proposed, port: 70_000 },
      { valid: false },
    );
  },
};

/** Change marks, resets and the diff; for a secret, only that it was replaced. */
export const Changed: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'replicas' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'host' }), '.internal');
    await userEvent.click(canvas.getByRole('button', { name: 'password' }));
    await userEvent.type(canvas.getByLabelText('password'), 'correct horse');
    await expect(canvas.getAllByText('changed')).toHaveLength(3);
    await expect(canvas.getByText('The secret was replaced.')).toBeVisible();
  },
};

/** Issues found by the server: at their fields or, without a field, below. */
export const Refused: Story = {
  args: {
    error: {
      errors: [
        { path: 'modified_args.mode', message: 'write needs a reason' },
        { path: 'modified_args', message: 'matches the deny rule connect(*)' },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox', { name: 'mode' })).toHaveAccessibleDescription(
      'write needs a reason',
    );
    await expect(canvas.getByText('matches the deny rule connect(*)')).toBeVisible();
  },
};

export const AsJson: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Edit as JSON' }));
    await expect(canvas.getByText(/Secrets are not shown here/)).toBeVisible();
  },
};

export const Disabled: Story = { args: { disabled: true } };
