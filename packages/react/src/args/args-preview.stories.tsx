import { authorizationRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Confirm } from '../confirm/index.ts';
import { HitlProvider } from '../provider.tsx';
import { ArgsPreview } from './args-preview.tsx';
import type { Previews } from './previews.ts';

const meta = {
  title: 'Components/ArgsPreview',
  component: Confirm.Card,
  subcomponents: { ArgsPreview },
  args: { request: authorizationRequest(), onRespond: fn() },
} satisfies Meta<typeof Confirm.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

const invoice = authorizationRequest({
  tool_name: 'send_invoice',
  risk_level: 'medium',
  reason: 'sends something to a customer',
  tool_args: {
    customer: 'Ada Lovelace',
    lines: [
      { sku: 'AE-1', text: 'Analytical engine, one hour', quantity: 5, price: 120.5 },
      { sku: '0042', text: 'Punched cards', quantity: 1200, price: 0.02 },
      { sku: 'TR-9', text: 'Travel', quantity: 1, price: null },
    ],
  },
});

/** Similar objects as a table; a string that looks like a number is quoted. */
export const Table: Story = {
  args: { request: invoice },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table', { name: '3 rows, 4 columns' })).toBeVisible();
    await expect(canvas.getByText('"0042"')).toBeVisible();
  },
};

export const TableDark: Story = { ...Table, globals: { theme: 'dark' } };

/** It scrolls if it does not fit, also by keyboard. */
export const TableNarrow: Story = { ...Table, globals: { width: '358px' } };

/** A structure as a fully expanded tree. */
export const Tree: Story = {
  args: {
    request: authorizationRequest({
      tool_name: 'create_event',
      risk_level: 'low',
      tool_args: {
        title: 'Release',
        where: { room: 'Byron', floor: 5, remote: true, link: null },
        attendees: ['ada@example.com', 'grace@example.com'],
        reminders: [{ minutes: 10, channels: ['mail', 'chat'] }],
      },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('"Byron"')).toBeVisible();
    await expect(canvas.getByText('"chat"')).toBeVisible();
  },
};

export const TreeDark: Story = { ...Tree, globals: { theme: 'dark' } };

export const TreeRightToLeft: Story = { ...Tree, globals: { direction: 'rtl' } };

/** A patch, line by line. */
export const Patch: Story = {
  args: {
    request: authorizationRequest({
      tool_name: 'apply_patch',
      risk_level: 'medium',
      tool_args: {
        patch: [
          'diff --git a/src/cart.ts b/src/cart.ts',
          '--- a/src/cart.ts',
          '+++ b/src/cart.ts',
          '@@ -1,3 +1,3 @@ export function total',
          ' export function total(items: readonly Item[]): number {',
          '-  return items.reduce((sum, item) => sum + item.price, 0);',
          '+  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);',
          ' }',
        ].join('\n'),
      },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('added')).toBeInTheDocument();
  },
};

const login = authorizationRequest({
  tool_name: 'login',
  risk_level: 'high',
  tool_args: {
    user: 'ada',
    password: 'hunter2!',
    note: 'with ‹secret:0b0e7a1c-3a0f-4a53-9d55-2d6c1f1f7a10› from before',
  },
  tool_schema: {
    type: 'object',
    properties: {
      user: { type: 'string' },
      password: { type: 'string', format: 'password' },
      note: { type: 'string' },
    },
  },
});

/**
 * Secrets declared by the schema are masked; those that only the tool receives cannot be shown at
 * all.
 */
export const Secrets: Story = {
  args: { request: login },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.innerHTML).not.toContain('hunter2!');
    await expect(canvas.getAllByText('Secret, not shown')).toHaveLength(2);
    await expect(canvas.getByText(/Only the tool gets this secret/)).toBeVisible();
  },
};

export const SecretShown: Story = {
  args: { request: login },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show' }));
    await expect(canvas.getByText('hunter2!')).toBeVisible();
  },
};

const previews: Previews = {
  send_mail: {
    component: ({ args }) => (
      <blockquote style={{ margin: 0, paddingInlineStart: 12, borderInlineStart: '3px solid' }}>
        <strong>{String(args['subject'])}</strong>
        <p style={{ margin: '4px 0 0', whiteSpace: 'pre-wrap' }}>{String(args['body'])}</p>
      </blockquote>
    ),
    shows: ['subject', 'body'],
  },
};

const mail = authorizationRequest({
  tool_name: 'send_mail',
  risk_level: 'medium',
  tool_args: {
    to: 'grace@example.com',
    subject: 'Minutes of Monday',
    body: 'Dear Grace,\nhere they are.\nAda',
    bcc: 'somebody@else.example',
  },
});

/** A custom preview for one tool; arguments that it does not show are listed below it. */
export const OwnPreview: Story = {
  args: { request: mail },
  decorators: [
    (Story) => (
      <HitlProvider previews={previews}>
        <Story />
      </HitlProvider>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('blockquote')).toBeVisible();
    await expect(canvas.getByText('somebody@else.example')).toBeVisible();
  },
};

function Broken(): never {
  throw new Error('This preview is broken.');
}

/** If a custom preview throws, the arguments are listed instead. */
export const BrokenPreview: Story = {
  args: { request: mail },
  decorators: [
    (Story) => (
      <HitlProvider previews={{ send_mail: { component: Broken, shows: ['subject', 'body'] } }}>
        <Story />
      </HitlProvider>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Minutes of Monday')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  },
};
