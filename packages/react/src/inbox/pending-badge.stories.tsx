import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { expect, waitFor } from 'storybook/test';
import { HitlProvider } from '../provider.tsx';
import { NotifyButton } from './notify-button.tsx';
import { PendingBadge, type PendingBadgeProps } from './pending-badge.tsx';

/** Two requests are pending on the server in this page. */
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

/** The number only, never the content of the requests. */
export const Waiting: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('img')).toHaveTextContent('2');
  },
};

/** The number is also shown before the title of the page. */
export const InTitle: Story = {
  args: { inTitle: true },
  play: async ({ canvas }) => {
    await canvas.findByRole('img');
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
  },
};

/** The number is drawn over the icon of the page, for people with many tabs. */
export const InFavicon: Story = {
  args: { inFavicon: true },
  play: async () => {
    const drawn = () => document.querySelector<HTMLLinkElement>('link[data-hitl-part="favicon"]');
    await waitFor(() => expect(drawn()?.href).toMatch(/^data:image\/png/));
  },
};

/** The browser asks for permission to notify only after a press. */
export const NotifyMe: Story = {
  args: { notify: true },
  render: (args) => (
    <>
      <TwoWait {...args} /> <NotifyButton />
    </>
  ),
};

/** Permission to notify is requested by a press only. */
export const WithNotifyButton: Story = {
  render: (args) => (
    <>
      <TwoWait {...args} /> <NotifyButton />
    </>
  ),
};

export const Dark: Story = { globals: { theme: 'dark' } };
