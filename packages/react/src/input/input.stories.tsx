import { inputRequest, testTime } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import type { OnRespond } from '../internal/card/submission.ts';
import { Input } from './index.ts';

const respond: OnRespond = fn();

const meta = {
  title: 'Components/Input',
  component: Input.Card,
  args: {
    request: inputRequest({
      description: 'It becomes the name of the folder.',
      placeholder: 'my-project',
    }),
    onRespond: respond,
  },
} satisfies Meta<typeof Input.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Pending: Story = {};

/** Enter sends a single line. */
export const Settled: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: /project called/ }), 'apollo{Enter}');
    await expect(args.onRespond).toHaveBeenCalledWith({
      request_id: 'int_1',
      type: 'input',
      text: 'apollo',
    });
  },
};

/** An empty answer is not sent. */
export const Needed: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(canvas.getByText('Required.')).toBeVisible();
    await expect(canvas.getByRole('textbox')).toHaveFocus();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
};

export const Multiline: Story = {
  args: {
    request: inputRequest({
      title: 'What should the release notes say?',
      multiline: true,
      max_length: 200,
      default_value: 'Faster start.\nFewer questions.',
    }),
  },
};

/** A secret is masked, and not stored in a draft. */
export const Secret: Story = {
  args: {
    request: inputRequest({
      title: 'The token for the registry',
      sensitive: true,
      description: 'The agent sees a handle, the tool the value.',
    }),
  },
  play: async ({ canvas }) => {
    const field = canvas.getByLabelText(/token/, { selector: 'input' });
    await userEvent.type(field, 'hunter2');
    await expect(field).toHaveAttribute('type', 'password');
  },
};

export const Submitting: Story = {
  args: { onRespond: () => new Promise<void>(() => {}) },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'apollo{Enter}');
    await expect(canvas.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  },
};

export const Failed: Story = {
  args: { onRespond: () => Promise.reject(new Error('the gateway is down')) },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'apollo{Enter}');
    await expect(await canvas.findByRole('alert')).toBeVisible();
    await expect(canvas.getByRole('textbox')).toHaveValue('apollo');
  },
};

export const Expired: Story = { args: { request: inputRequest({ expires_at: testTime(1) }) } };

export const Declined: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Decline' }));
    await expect(args.onRespond).toHaveBeenCalledWith(expect.objectContaining({ action: 'deny' }));
    await expect(canvas.getByText('Declined')).toBeVisible();
  },
};

export const LongText: Story = {
  args: {
    request: inputRequest({
      title: 'A question can be long. '.repeat(8),
      description: 'And so can be what the agent adds to it, without an end in sight. '.repeat(8),
    }),
  },
};

export const Dark: Story = { globals: { theme: 'dark' } };

export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: { request: inputRequest({ title: 'ما اسم المشروع؟', placeholder: 'مشروعي' }) },
};

export const Narrow: Story = { globals: { width: '358px' } };
