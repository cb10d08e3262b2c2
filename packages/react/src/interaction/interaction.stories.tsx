import {
  authorizationRequest,
  combinedRequest,
  inputRequest,
  selectRequest,
} from '@hitl/protocol/testing';
import type { InteractionRequest } from '@hitl/protocol';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import type { OnRespond } from '../internal/card/submission.ts';
import { Interaction } from './index.ts';

const respond: OnRespond = fn();

const meta = {
  title: 'Components/Interaction',
  component: Interaction.Auto,
  args: { request: authorizationRequest(), onRespond: respond },
} satisfies Meta<typeof Interaction.Auto>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A request of a foreign server. */
const foreign = (payload: object): InteractionRequest => payload as InteractionRequest;

export const Authorization: Story = {
  args: { request: authorizationRequest({ risk_level: 'medium' }) },
};
export const Text: Story = { args: { request: inputRequest() } };
export const Choice: Story = { args: { request: selectRequest() } };
export const Several: Story = { args: { request: combinedRequest() } };

/** A type from a newer server: its data in full, and no way to allow it. */
export const Unknown: Story = {
  args: {
    request: foreign({
      ...authorizationRequest({ id: 'int_new' }),
      type: 'signature',
      title: 'Sign the contract',
      document: { pages: 3, sha256: '9f86d081884c7d65' },
    }),
  },
};

export const UnknownDenied: Story = {
  ...Unknown,
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    await expect(canvas.queryByRole('button', { name: 'Allow once' })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Deny' }));
    await expect(args.onRespond).toHaveBeenCalledWith(expect.objectContaining({ action: 'deny' }));
  },
};

/** A request that lacks members its card needs. */
export const Invalid: Story = {
  args: {
    request: foreign({ ...selectRequest({ id: 'int_bad' }), options: 'none' }),
  },
};

/** A custom renderer that throws. */
export const Throwing: Story = {
  args: {
    renderers: [
      {
        matches: () => true,
        component: () => {
          throw new Error('This renderer is broken.');
        },
      },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Deny' })).toBeEnabled();
    await expect(canvas.queryByRole('button', { name: 'Allow once' })).toBeNull();
  },
};

/** A custom card for one tool. */
export const OwnRenderer: Story = {
  args: {
    renderers: [
      {
        matches: ({ tool_name }) => tool_name === 'bash',
        component: ({ request, onRespond }) => (
          <button
            type="button"
            onClick={() =>
              void onRespond?.({ request_id: request.id, type: request.type, confirmed: true })
            }
          >
            Run it in my own style
          </button>
        ),
      },
    ],
  },
};

export const OwnRendererAnswers: Story = {
  ...OwnRenderer,
  tags: ['!dev', '!autodocs'],
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Run it in my own style' }));
    await expect(args.onRespond).toHaveBeenCalledOnce();
  },
};
