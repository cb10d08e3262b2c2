import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { LineDiff } from './line-diff.tsx';

const meta = {
  title: 'Components/LineDiff',
  component: LineDiff,
  args: {
    before: 'one\ntwo\nthree\n',
    after: 'one\n2\nthree\nfour\n',
  },
} satisfies Meta<typeof LineDiff>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Removed and added text, line by line. */
export const Changed: Story = {
  play: async ({ canvasElement }) => {
    const lines = [...canvasElement.querySelectorAll<HTMLElement>('[data-hitl-part="diff-line"]')];
    await expect(lines.filter(({ dataset }) => dataset['kind'] === 'added')).toHaveLength(2);
    await expect(lines.filter(({ dataset }) => dataset['kind'] === 'removed')).toHaveLength(1);
  },
};

export const Dark: Story = { globals: { theme: 'dark' } };
