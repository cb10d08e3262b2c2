import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { expect, waitFor } from 'storybook/test';
import { HitlProvider } from '../provider.tsx';
import { NotifyButton } from './notify-button.tsx';
import { PendingBadge, type PendingBadgeProps } from './pending-badge.tsx';

/** Two requests wait on the server of this page. */
function TwoWait(props: PendingBadgeProps): ReactElement {
  const [client] = useState(() =>
    createFakeClient({ pending: [authorizationRequest(), inputRequest({ id: 'int_2' })] }),
  );
  return (
    <HitlProvider client={client}>
      <button type="button">
        Requests <PendingBadge {...props} />
      </button>
    </HitlProvider>
  );
}

const meta = {
  title: 'Components/PendingBadge',
  component: PendingBadge,
  subcomponents: { NotifyButton },
  render: (args) => <TwoWait {...args} />,
} satisfies Meta<typeof PendingBadge>;
export default meta;

type Story = StoryObj<typeof meta>;

/** It says how many, and never what they are about. */
export const Waiting: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('img')).toHaveTextContent('2');
  },
};

/** The number stands before the title of the page, too. */
export const InTitle: Story = {
  args: { inTitle: true },
  play: async ({ canvas }) => {
    await canvas.findByRole('img');
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
  },
};

/** Drawn over the icon of the page, for whoever has many tabs. */
export const InFavicon: Story = {
  args: { inFavicon: true },
  play: async () => {
    const drawn = () => document.querySelector<HTMLLinkElement>('link[data-hitl-part="favicon"]');
    await waitFor(() => expect(drawn()?.href).toMatch(/^data:image\/png/));
  },
};

/** Pressing it is the one way to be asked for leave to notify. */
export const NotifyMe: Story = {
  args: { notify: true },
  render: (args) => (
    <>
      <TwoWait {...args} /> <NotifyButton />
    </>
  ),
};

/** Leave to notify is asked for by a press, and by nothing else. */
export const WithNotifyButton: Story = {
  render: (args) => (
    <>
      <TwoWait {...args} /> <NotifyButton />
    </>
  ),
};

export const Dark: Story = { globals: { theme: 'dark' } };
