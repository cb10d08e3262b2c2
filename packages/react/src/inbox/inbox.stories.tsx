import {
  authorizationRequest,
  inputRequest,
  selectRequest,
  testTime,
} from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Inbox } from './index.ts';

const meta = {
  title: 'Components/Inbox',
  component: Inbox.Root,
  args: {
    interactions: [
      authorizationRequest({ id: 'a', expires_at: testTime(50) }),
      authorizationRequest({
        id: 'b',
        risk_level: 'low',
        tool_name: 'file_write',
        tool_args: { path: 'docs/guides/a-rather-long-name-of-a-file-that-does-not-fit.md' },
        agent_path: ['code_assistant', 'writer'],
      }),
      inputRequest({ id: 'c' }),
      selectRequest({ id: 'd', paused: true }),
    ],
    onRequestSelect: fn(),
  },
  render: (args) => (
    <div style={{ maxInlineSize: 300 }}>
      <Inbox.Root {...args}>
        <Inbox.Status />
        <Inbox.Groups />
      </Inbox.Root>
    </div>
  ),
} satisfies Meta<typeof Inbox.Root>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Ready: Story = {};

export const Opening: Story = {
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /project called/ }));
    await expect(args.onRequestSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 'c' }));
  },
};
export const Empty: Story = { args: { interactions: [] } };
export const Loading: Story = { args: { interactions: [], loaded: false } };
export const Offline: Story = { args: { connection: { status: 'offline' } } };
export const Dark: Story = { globals: { theme: 'dark' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };

/** The beginning of a long command is kept; of many requests, only the first are shown. */
export const Long: Story = {
  args: {
    interactions: Array.from({ length: 45 }, (_, n) =>
      authorizationRequest({
        id: `int_${n}`,
        agent_path: [n % 3 === 0 ? 'cleaner' : 'repairer'],
        tool_args: { command: `rm -rf ./build/${'packages/'.repeat(n % 12)}dist && echo removed` },
      }),
    ),
  },
};
export const LongRightToLeft: Story = { ...Long, globals: { direction: 'rtl' } };
