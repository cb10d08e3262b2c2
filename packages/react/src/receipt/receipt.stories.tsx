import {
  authorizationRequest,
  confirmResponse,
  inputRequest,
  interactionView,
  testTime,
} from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { Receipt } from './index.ts';

const request = authorizationRequest({
  args_digest: 'a3f1c5e7'.repeat(8),
  tool_args: { command: 'npm run lint -- --fix', description: 'Looks for problems' },
});
const answered = interactionView({
  interaction_request: request,
  status: 'answered',
  resolved_at: testTime(12),
  resolved_by: 'ada',
  response: confirmResponse({
    remember: { scope: 'always', patterns: ['bash(npm run lint:*)'] },
    note: 'Fine, it only touches the style',
  }),
});

const meta = {
  title: 'Components/Receipt',
  component: Receipt.Card,
  args: { details: answered },
} satisfies Meta<typeof Receipt.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Allowed: Story = {};

export const Edited: Story = {
  args: {
    details: {
      ...answered,
      response: confirmResponse({
        action: 'modify_args',
        modified_args: { command: 'npm run lint', description: 'Looks for problems' },
        remember: { scope: 'once' },
      }),
    },
  },
};

export const Denied: Story = {
  args: {
    details: {
      ...answered,
      response: confirmResponse({
        confirmed: false,
        action: 'deny',
        note: 'Not on Fridays',
        remember: { scope: 'session', patterns: [], deny_patterns: ['bash(npm run lint:*)'] },
      }),
    },
  },
};

/** It expired without a decision: no person is named. */
export const Expired: Story = {
  args: {
    details: interactionView({
      interaction_request: request,
      status: 'expired',
      resolved_at: testTime(300),
    }),
  },
};

export const Pending: Story = {
  args: { details: interactionView({ interaction_request: request }) },
};

/** A secret answer is only mentioned. */
export const SecretAnswer: Story = {
  args: {
    details: interactionView({
      interaction_request: inputRequest({ sensitive: true, title: 'Token of the registry' }),
      status: 'answered',
      resolved_at: testTime(30),
      resolved_by: 'ada',
      response: {
        request_id: 'int_1',
        type: 'input',
        text: 'secret:1',
        responded_at: testTime(30),
      },
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('secret:1')).toBeNull();
  },
};

export const Copied: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy as text' }));
    await expect(await canvas.findByRole('button', { name: /Copied|Could not/ })).toBeVisible();
  },
};

export const Phone: Story = { globals: { width: '358px' } };
export const Dark: Story = { globals: { theme: 'dark' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
