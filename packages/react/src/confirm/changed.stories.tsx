import { authorizationRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { expect, userEvent } from 'storybook/test';
import { Confirm } from './index.ts';

const first = authorizationRequest({
  id: 'int_changing',
  tool_args: { command: 'npm run lint' },
  args_digest: 'a'.repeat(64),
});
const second = {
  ...first,
  tool_args: { command: 'rm -rf build && npm run lint' },
  args_digest: 'b'.repeat(64),
};

/** A host that passes the same request with other arguments. */
function Changing(): ReactElement {
  const [request, setRequest] = useState(first);
  return (
    <>
      <p>
        <button type="button" onClick={() => setRequest(second)}>
          Let the agent change its mind
        </button>
      </p>
      <Confirm.Card request={request} onRespond={() => {}} />
    </>
  );
}

const meta = {
  title: 'Components/Confirm/Changed',
  tags: ['!autodocs'],
  component: Changing,
} satisfies Meta<typeof Changing>;
export default meta;

type Story = StoryObj<typeof meta>;

/** The arguments have changed since the card appeared: it says so, and ignores presses in flight. */
export const Changed: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /change its mind/ }));
    await expect(await canvas.findByText(/This call has changed/)).toBeVisible();
    await expect(canvas.getByText(/rm -rf build/)).toBeVisible();
  },
};

export const Dark: Story = { ...Changed, globals: { theme: 'dark' } };
