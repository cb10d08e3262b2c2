import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import type { InteractionRequest } from '@hitl/protocol';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import type { OnRespond } from '../internal/card/submission.ts';
import { Batch } from './index.ts';

const size = 5;
const requests: InteractionRequest[] = [
  authorizationRequest({
    id: 'int_a',
    tool_call_id: 'call_a',
    risk_level: 'low',
    batch: { index: 0, size },
    tool_name: 'file_read',
    tool_args: { path: '.env.example' },
  }),
  authorizationRequest({
    id: 'int_b',
    tool_call_id: 'call_b',
    risk_level: 'medium',
    batch: { index: 1, size },
    tool_args: { command: 'npm run lint -- --fix' },
  }),
  authorizationRequest({
    id: 'int_c',
    tool_call_id: 'call_c',
    risk_level: 'medium',
    batch: { index: 2, size },
    tool_name: 'file_write',
    tool_args: { path: 'CHANGELOG.md', content: '# 1.4.0\n\n- Faster start\n- Fewer questions\n' },
  }),
  authorizationRequest({
    id: 'int_d',
    tool_call_id: 'call_d',
    batch: { index: 3, size },
    tool_args: { command: 'rm -rf node_modules && npm ci' },
    reason: 'removes files',
  }),
  inputRequest({
    id: 'int_e',
    tool_call_id: 'call_e',
    batch: { index: 4, size },
    title: 'Which version is this?',
    placeholder: '1.4.0',
  }),
];

const respond: OnRespond = fn();

const meta = {
  title: 'Components/Batch',
  component: Batch.Panel,
  args: { requests, onRespond: respond },
} satisfies Meta<typeof Batch.Panel>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Five calls of one message, each with its own answer. */
export const Pending: Story = {};

/** The line of a row; a press opens or closes the row. */
const lineOf = (row: HTMLElement | undefined): HTMLElement =>
  within(row!).getAllByRole('button')[0]!;

/** Decided rows stay as lines until the batch resumes. */
export const Mixed: Story = {
  play: async ({ args, canvas }) => {
    const rows = canvas.getAllByRole('listitem');
    await userEvent.click(lineOf(rows[1]));
    await userEvent.click(within(rows[1]!).getByRole('button', { name: 'Allow once' }));
    await userEvent.click(lineOf(rows[3]));
    await userEvent.click(within(rows[3]!).getByRole('button', { name: 'Deny' }));
    await expect(canvas.getByRole('status')).toHaveTextContent('3 of 5 need your decision');
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5);
    await expect(args.onRespond).toHaveBeenCalledTimes(2);
  },
};

/** High-risk calls are left out: each needs its own answer. */
export const AllowAll: Story = {
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    const rows = canvas.getAllByRole('listitem');
    // The line does not show the whole content of the file, so the row must be opened first.
    await userEvent.click(lineOf(rows[2]));
    await userEvent.click(canvas.getByRole('button', { name: 'Allow 3 once' }));
    await expect(canvas.getByRole('status')).toHaveTextContent('2 of 5 need your decision');
    await expect(args.onRespond).toHaveBeenCalledTimes(3);
    await expect(lineOf(rows[3])).toHaveAttribute('aria-expanded', 'true');
    await expect(lineOf(rows[3])).toHaveFocus();
  },
};

/** All answers are being sent together. */
export const Submitting: Story = {
  args: { onRespond: () => new Promise<void>(() => {}) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Deny 5' }));
    await expect(canvas.getByRole('group', { name: 'Calls waiting for you' })).toHaveAttribute(
      'data-state',
      'submitting',
    );
  },
};

export const DenyAll: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Deny 5' }));
    await expect(canvas.getByRole('status')).toHaveTextContent('All 5 decided');
    await expect(canvas.getByRole('group', { name: 'Calls waiting for you' })).toHaveAttribute(
      'data-state',
      'settled',
    );
  },
};

/** One reason is sent with each denial. */
export const DenyAllWithReason: Story = {
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Reason for all…' }));
    await userEvent.keyboard('Work on a copy instead.');
    await userEvent.click(canvas.getByRole('button', { name: 'This is too risky.' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Deny 5' }));
    await expect(canvas.getByRole('status')).toHaveTextContent('All 5 decided');
    for (const call of args.requests) {
      await expect(args.onRespond).toHaveBeenCalledWith(
        expect.objectContaining({
          request_id: call.id,
          action: 'deny',
          note: 'Work on a copy instead. This is too risky.',
        }),
      );
    }
  },
};

/** The field for the reason opens below the buttons, which do not move. */
export const Reason: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Reason for all…' }));
    await expect(canvas.getByRole('textbox', { name: /^Reason for all/ })).toHaveFocus();
  },
};

export const ReasonNarrow: Story = { ...Reason, globals: { width: '358px' } };

export const Failed: Story = {
  args: { onRespond: () => Promise.reject(new Error('the gateway is down')) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Allow 2 once' }));
    await expect(await canvas.findAllByRole('button', { name: /Not sent$/ })).toHaveLength(2);
    await expect(canvas.getAllByRole('alert')).toHaveLength(1);
    await expect(canvas.getByRole('status')).toHaveTextContent('5 need your decision');
  },
};

export const Dark: Story = { ...Mixed, globals: { theme: 'dark' } };

export const RightToLeft: Story = { globals: { direction: 'rtl' } };

export const Narrow: Story = { globals: { width: '358px' } };
