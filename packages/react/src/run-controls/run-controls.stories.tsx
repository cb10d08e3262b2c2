import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { RunControls } from './index.ts';
import type { RootProps } from './root.tsx';

const onControl: RootProps['onControl'] = fn();

const meta = {
  title: 'Components/RunControls',
  component: RunControls.Bar,
  args: { run: { id: 'run_1', status: 'running' }, onControl },
} satisfies Meta<typeof RunControls.Bar>;
export default meta;

type Story = StoryObj<typeof meta>;

export const Running: Story = {};

export const Pausing: Story = {
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Pause' }));
    await expect(args.onControl).toHaveBeenCalledWith('pause_run');
  },
};

/** Stopping needs a second press; moving the focus away cancels the first. */
export const Stopping: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Stop the run' }));
    await expect(canvas.getByRole('button', { name: 'Press again to stop' })).toBeVisible();
    await expect(args.onControl).not.toHaveBeenCalled();
  },
};

export const Stopped: Story = {
  tags: ['!dev', '!autodocs'],
  play: async (context) => {
    await Stopping.play?.(context);
    await userEvent.click(context.canvas.getByRole('button', { name: 'Press again to stop' }));
    await expect(context.args.onControl).toHaveBeenCalledWith('abort_run');
  },
};

export const Suspended: Story = { args: { run: { id: 'run_1', status: 'suspended' } } };
export const Paused: Story = { args: { run: { id: 'run_1', status: 'paused' } } };
export const Completed: Story = { args: { run: { id: 'run_1', status: 'completed' } } };
export const Broken: Story = { args: { run: { id: 'run_1', status: 'failed' } } };
export const Aborted: Story = { args: { run: { id: 'run_1', status: 'aborted' } } };

export const Failed: Story = {
  args: { onControl: () => Promise.reject(new Error('the gateway is down')) },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Pause' }));
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
/** Below a conversation: that its run did not complete, and why. */
export const End: Story = {
  render: () => (
    <>
      <RunControls.End run={{ status: 'failed', error: 'The model answered with status 500.' }} />
      <RunControls.End run={{ status: 'aborted', error: 'Run aborted' }} />
      <RunControls.End run={{ status: 'aborted', error: 'It is Friday.' }} />
      <RunControls.End run={{ status: 'aborted', error: 'superseded by a new message' }} />
    </>
  ),
};

export const Dark: Story = { globals: { theme: 'dark' } };
