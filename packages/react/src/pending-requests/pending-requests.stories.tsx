import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { PendingRequests } from './pending-requests.tsx';

const call = (index: number) =>
  authorizationRequest({
    id: `int_${index}`,
    tool_call_id: `call_${index}`,
    message_id: 'msg_several',
    risk_level: 'low',
    tool_args: { command: `npm run step-${index}` },
    batch: { index, size: 2 },
  });

const meta = {
  title: 'Components/PendingRequests',
  component: PendingRequests,
  args: {
    requests: [inputRequest({ id: 'int_single', message_id: 'msg_single' }), call(0), call(1)],
    onRespond: fn(),
  },
} satisfies Meta<typeof PendingRequests>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A single request is a card; several of one message are a panel. */
export const CardAndPanel: Story = {};

/** An answered request stays as a receipt for a while. */
export const Answered: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Allow 2 once' }));
    await expect(canvas.getByText('Both decided')).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: /Allowed$/ })).toHaveLength(2);
  },
};

/** Nothing is pending: it renders nothing and takes no space. */
export const Empty: Story = {
  args: { requests: [] },
  play: async ({ canvasElement }) => {
    const waiting = canvasElement.querySelector('[data-hitl-part="pending-requests"]');
    await expect(waiting?.getBoundingClientRect().height).toBe(0);
  },
};
