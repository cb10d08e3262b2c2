import { ClientError } from '@hitl/client';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Outbox } from './outbox.tsx';

const resolved = fn(async () => undefined);

const meta = {
  title: 'Components/Outbox',
  component: Outbox,
  args: {
    session: {
      outbox: [
        { id: 'a', input: 'Deploy it to staging, please.', status: 'sending' },
        {
          id: 'b',
          input: 'And tell the customers.',
          status: 'failed',
          error: new ClientError('session_busy', 'The session has an unfinished run.'),
        },
        {
          id: 'c',
          input: 'Then write the release notes.',
          status: 'failed',
          error: new ClientError(
            'network',
            'create run: the server at http://localhost:8787 could not be reached.',
          ),
        },
      ],
      retry: resolved,
      discard: fn(),
    },
  },
} satisfies Meta<typeof Outbox>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Being sent, refused while the agent is working, and not sent. */
export const NotSent: Story = {};

export const SentAgain: Story = {
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    const [first] = canvas.getAllByRole('button', { name: 'Send again' });
    if (first === undefined) throw new Error('There is nothing to send again.');
    await userEvent.click(first);
    await expect(args.session.retry).toHaveBeenCalledWith('b');
    const [discard] = canvas.getAllByRole('button', { name: 'Discard' });
    if (discard === undefined) throw new Error('There is nothing to discard.');
    await userEvent.click(discard);
    await expect(args.session.discard).toHaveBeenCalledWith('b');
  },
};

export const NotSentDark: Story = { ...NotSent, globals: { theme: 'dark' } };
