import type { CallProgress } from '@hitl/client';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { Progress } from './progress.tsx';

const call = { run_id: 'run_1', tool_call_id: 'call_1' };

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `✓ src/cart/line-${from + index}.test.ts`).join(
    '\n',
  );

const meta = {
  title: 'Components/Progress',
  component: Progress,
  args: {
    label: 'import_orders',
    progress: { ...call, progress: 3, total: 12, text: 'Importing orders of March' },
  },
} satisfies Meta<typeof Progress>;
export default meta;

type Story = StoryObj<typeof meta>;

export const KnownTotal: Story = {
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar', { name: 'Progress: import_orders' });
    await expect(bar).toHaveAttribute('aria-valuenow', '3');
    await expect(bar).toHaveAttribute('aria-valuemax', '12');
    await expect(bar).toHaveAttribute('aria-valuetext', '3 of 12');
  },
};

export const KnownTotalDark: Story = { ...KnownTotal, globals: { theme: 'dark' } };

/** A tool that counts without a known total. */
export const UnknownTotal: Story = {
  args: { progress: { ...call, progress: 1240, text: 'Reading the log' } },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar');
    await expect(bar).not.toHaveAttribute('aria-valuenow');
    await expect(bar).toHaveAttribute('aria-valuetext', '1,240');
  },
};

/** Only text. */
export const Words: Story = {
  args: { progress: { ...call, text: 'Waiting for the mail server' } },
};

/** A shell: the last lines of its output. */
export const Output: Story = {
  args: { label: 'bash', progress: { ...call, text: `…\n${lines(1, 30)}\n` } },
  play: async ({ canvas }) => {
    const output = canvas.getByRole('region', { name: 'Output so far' });
    await expect(output.scrollTop + output.clientHeight).toBeGreaterThan(output.scrollHeight - 2);
  },
};

export const OutputDark: Story = { ...Output, globals: { theme: 'dark' } };

/** Control sequences and bidirectional characters are escaped. */
export const HiddenCharacters: Story = {
  args: { label: 'bash', progress: { ...call, text: '\u001B[2J\u001B[31mready\n\u202Egnp.exe\n' } },
};

export const LongWords: Story = {
  args: {
    progress: {
      ...call,
      progress: 7,
      total: 9,
      text: `Copying /var/lib/${'very-long-name/'.repeat(12)}index.sqlite`,
    },
  },
};

function Growing(): React.ReactElement {
  const [count, setCount] = useState(20);
  const progress: CallProgress = { ...call, text: lines(1, count) };
  return (
    <>
      <button type="button" onClick={() => setCount(count + 20)}>
        Write on
      </button>
      <Progress label="bash" progress={progress} />
    </>
  );
}

/** It follows new output, unless the person has scrolled up. */
export const FollowsItsEnd: Story = {
  render: () => <Growing />,
  play: async ({ canvas, userEvent }) => {
    const output = canvas.getByRole('region', { name: 'Output so far' });
    const toEnd = (): number => output.scrollHeight - output.scrollTop - output.clientHeight;
    const write = canvas.getByRole('button', { name: 'Write on' });
    const scrolled = (): Promise<unknown> =>
      new Promise((resolve) => output.addEventListener('scroll', resolve, { once: true }));
    await userEvent.click(write);
    await expect(toEnd()).toBeLessThan(2);
    const away = scrolled();
    output.scrollTop = 10;
    await away;
    await userEvent.click(write);
    await expect(output.scrollTop).toBe(10);
    const back = scrolled();
    output.scrollTop = output.scrollHeight;
    await back;
    await userEvent.click(write);
    await expect(toEnd()).toBeLessThan(2);
  },
};
