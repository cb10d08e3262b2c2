import { permissionRule, testTime } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent } from 'storybook/test';
import type { GrantsSource } from '../hooks/use-grants.ts';
import { Grants } from './index.ts';

const rules = [
  permissionRule({ id: 'r1', pattern: 'bash(npm run test:*)', last_used_at: testTime(20) }),
  permissionRule({
    id: 'r2',
    pattern: 'file_read(./src/**)',
    scope: 'session',
    session_id: 'ses_1',
  }),
  permissionRule({ id: 'r3', pattern: 'bash(rm:*)', effect: 'deny' }),
  permissionRule({
    id: 'r4',
    pattern: 'file_write(./package.json)',
    effect: 'ask',
    expires_at: testTime(86_400),
  }),
];

const onRevoke: GrantsSource['onRevoke'] = fn();

const meta = {
  title: 'Components/Grants',
  component: Grants.Root,
  args: { rules, onRevoke, onRestore: fn() },
  render: (args) => (
    <div style={{ maxInlineSize: 360 }}>
      <Grants.Root {...args}>
        <Grants.Status />
        <Grants.List />
      </Grants.Root>
    </div>
  ),
} satisfies Meta<typeof Grants.Root>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
export const Empty: Story = { args: { rules: [] } };
export const Loading: Story = { args: { rules: [], loaded: false } };
export const LoadFailed: Story = {
  args: { rules: [], loaded: false, error: new Error('no'), onRetry: fn() },
};

function Live(): React.ReactElement {
  const [kept, setKept] = useState(rules);
  return (
    <div style={{ maxInlineSize: 360 }}>
      <Grants.Root
        rules={kept}
        onRevoke={({ id }) => setKept((before) => before.filter((rule) => rule.id !== id))}
        onRestore={(effect, { resource }) =>
          setKept((before) => [...before, permissionRule({ id: 'r9', pattern: resource, effect })])
        }
      >
        <Grants.Status />
        <Grants.List />
      </Grants.Root>
    </div>
  );
}

/** A revoked rule stays visible with an undo button. */
export const Revoked: Story = {
  render: () => <Live />,
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Revoke bash(rm:*)' }));
    await expect(await canvas.findByRole('button', { name: 'Undo' })).toBeVisible();
  },
};

export const RevokeFailed: Story = {
  args: { onRevoke: () => Promise.reject(new Error('the gateway is down')) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Revoke bash(rm:*)' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('the gateway is down');
  },
};

export const Dark: Story = { globals: { theme: 'dark' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
