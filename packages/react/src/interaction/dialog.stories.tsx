import { authorizationRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { OnRespond } from '../internal/card/submission.ts';
import { Interaction } from './index.ts';

const respond: OnRespond = fn();

const meta = {
  title: 'Components/Interaction/Dialog',
  tags: ['!autodocs'],
  component: Interaction.Dialog,
  args: {
    request: authorizationRequest(),
    onRespond: respond,
    children: <button type="button">Review</button>,
  },
} satisfies Meta<typeof Interaction.Dialog>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A pending request over the page. Escape closes the dialog without answering. */
export const Open: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog', { name: 'Run this command?' });
    await expect(within(dialog).getByRole('button', { name: 'Allow once' })).toBeVisible();
    await expect(dialog).toHaveFocus();
  },
};

/** Closed again, without an answer. */
export const Closed: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Review' }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(respond).not.toHaveBeenCalled();
  },
};
