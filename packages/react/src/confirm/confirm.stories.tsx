import { authorizationRequest, confirmRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Confirm } from './index.ts';

const meta = {
  title: 'Cards/Confirm',
  component: Confirm.Card,
  args: { request: authorizationRequest(), onRespond: () => {} },
} satisfies Meta<typeof Confirm.Card>;
export default meta;

type Story = StoryObj<typeof meta>;

/** An agent wants to run a command. */
export const Pending: Story = {};

export const LowRisk: Story = {
  args: {
    request: authorizationRequest({
      risk_level: 'low',
      agent_path: ['code_assistant', 'reviewer'],
    }),
  },
};

export const Question: Story = {
  args: { request: confirmRequest({ description: 'The tests are green. The release is next.' }) },
};

export const FileEdit: Story = {
  args: {
    request: authorizationRequest({
      tool_name: 'file_edit',
      risk_level: 'medium',
      reason: 'writes inside the workspace',
      tool_args: {
        path: 'src/cart.ts',
        old_text:
          'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n',
        new_text:
          'export function total(items: readonly Item[]): number {\n  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);\n}\n',
      },
    }),
  },
};
