import { authorizationRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { Confirm } from './index.ts';

const request = authorizationRequest({
  tool_args: { command: 'rm -rf ./build && echo removed', description: 'Clean up the build' },
  metadata: {
    resource: 'bash(rm -rf ./build)',
    suggested_patterns: ['bash(rm -rf ./build)', 'bash(rm:*)'],
    suggestion_examples: { 'bash(rm:*)': ['rm -rf /', 'rm -r .git', 'rm notes.txt'] },
  },
});

const meta = {
  title: 'Components/Confirm/High risk',
  tags: ['!autodocs'],
  component: Confirm.Card,
  args: { request, onRespond: fn() },
} satisfies Meta<typeof Confirm.Card>;

export default meta;

type Story = StoryObj<typeof meta>;

/** The header shows the risk as a word, a shape and a color; no answer is emphasized. */
export const Waiting: Story = {
  play: async ({ canvas }) => {
    for (const name of ['Allow once', 'Deny']) {
      const answer = canvas.getByRole('button', { name });
      await expect(answer).toHaveAttribute('data-variant', 'secondary');
    }
  },
};

export const Narrow: Story = { globals: { width: '358px' } };

/** The call cannot be allowed until the whole text was shown. */
export const LongText: Story = {
  args: {
    request: {
      ...request,
      tool_args: {
        command: Array.from({ length: 90 }, (_, n) => `rm -rf ./build/${n}`).join('\n'),
      },
    },
  },
  play: async ({ canvas }) => {
    const allow = canvas.getByRole('button', { name: 'Allow once' });
    await expect(allow).toBeDisabled();
  },
};

/** A rule needs a second press, after a description of what it would allow. */
export const SecondStep: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Remember' }), 'Always');
    await userEvent.click(canvas.getByRole('radio', { name: /rm:/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Always allow' }));
    const step = within(canvas.getByRole('group', { name: /would be allowed without asking/ }));
    await expect(step.getByText('rm -r .git')).toBeVisible();
    await expect(args.onRespond).not.toHaveBeenCalled();
  },
};

export const SecondStepNarrow: Story = { ...SecondStep, globals: { width: '358px' } };

/** The second press saves the rule. */
export const SecondPress: Story = {
  tags: ['!dev', '!autodocs'],
  play: async (context) => {
    await SecondStep.play?.(context);
    await userEvent.click(context.canvas.getByRole('button', { name: 'Always allow' }));
    await expect(context.args.onRespond).toHaveBeenCalledWith(
      expect.objectContaining({ remember: { scope: 'always', patterns: ['bash(rm:*)'] } }),
    );
  },
};
