import { authorizationRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Confirm } from './confirm/index.ts';
import { zhCN } from './messages/zh-CN.ts';
import { HitlProvider } from './provider.tsx';

const card = (id: string) => (
  <Confirm.Card request={authorizationRequest({ id, risk_level: 'medium' })} onRespond={() => {}} />
);

const meta = {
  title: 'Components/HitlProvider',
  component: HitlProvider,
} satisfies Meta<typeof HitlProvider>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Providers nest: inner settings win, the rest is inherited. */
export const TwoLanguages: Story = {
  render: () => (
    <>
      {card('int_a')}
      <HitlProvider locale="zh-CN" messages={zhCN}>
        <div lang="zh-CN" style={{ marginBlockStart: 16 }}>
          {card('int_b')}
        </div>
      </HitlProvider>
    </>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '允许这一次' })).toBeVisible();
  },
};
