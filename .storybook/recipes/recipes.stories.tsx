import { TEST_TIME, authorizationRequest } from '@hitl/protocol/testing';
import { useSession } from '@hitl/react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import type { OwnCardProps } from '../../packages/react/src/scenarios/own-card-chat.fixture.tsx';
import { PlainHtmlCard } from '../../packages/react/src/scenarios/plain-html.fixture.tsx';
import { RadixThemesCard } from '../../packages/react/src/scenarios/radix-themes.fixture.tsx';
import { TailwindCard } from '../../packages/react/src/scenarios/tailwind.fixture.tsx';
import { Conversation, LiveRun, SESSION } from '../pages/live.tsx';
import { Code, Page } from '../pages/page.tsx';
import { sourceOf } from '../pages/sources.ts';
import { Chat } from './chat.tsx';
import { Reviewed } from './dialog.tsx';
import { ReviewerInbox } from './inbox.tsx';
import { Settings } from './react-query.tsx';
import { Page as ServerPage } from './server-rendering.tsx';

interface RecipeProps {
  title: string;
  lead: string;
  /** The live example. */
  children: ReactElement;
  /** The source of the example. */
  file: string;
  code: string;
}

/** Package imports that replace the relative imports of fixtures in the shown code. */
const asInstalled = (code: string): string =>
  code
    .replaceAll(/'\.\.\/(?:confirm\/index|headless)\.ts'/g, (path) =>
      path.includes('headless') ? "'@hitl/react/headless'" : "'@hitl/react'",
    )
    .replaceAll(/import type \{ OwnCardProps \}.*\n/g, '')
    .replaceAll('OwnCardProps', '{ request: ConfirmRequest }');

function Recipe({ title, lead, children, file, code }: RecipeProps): ReactElement {
  return (
    <Page title={title} lead={lead}>
      {children}
      <h2>The code</h2>
      <Code file={file}>{asInstalled(code)}</Code>
    </Page>
  );
}

const meta = {
  title: 'Recipes',
  tags: ['!autodocs'],
  component: Recipe,
} satisfies Meta<typeof Recipe>;
export default meta;

type Story = StoryObj<typeof meta>;

export const InAChat: Story = {
  args: {
    title: 'In a chat',
    lead: 'Each call is a row of the conversation: a card while it is pending, then one line.',
    children: (
      <LiveRun>
        <Chat sessionId={SESSION} />
      </LiveRun>
    ),
    file: 'chat.tsx',
    code: sourceOf('chat.tsx'),
  },
};

export const InADialog: Story = {
  args: {
    title: 'In a dialog',
    lead: 'Pending requests open in a dialog. Closing it answers nothing.',
    children: (
      <LiveRun>
        <Reviewed />
      </LiveRun>
    ),
    file: 'reviewed.tsx',
    code: sourceOf('dialog.tsx'),
  },
};

export const AnInbox: Story = {
  name: 'An inbox',
  args: {
    title: 'An inbox',
    lead: 'The pending requests of all sessions, for reviewers who do not chat.',
    children: (
      <LiveRun>
        <ReviewerInbox userId="ada" />
      </LiveRun>
    ),
    file: 'inbox.tsx',
    code: sourceOf('inbox.tsx'),
  },
};

export const WithReactQuery: Story = {
  name: 'With React Query',
  args: {
    title: 'With React Query',
    lead: 'Data in the query cache of your page, updated by events, and a mutation that answers requests.',
    children: (
      <LiveRun>
        <Settings userId="ada" />
      </LiveRun>
    ),
    file: 'settings.tsx',
    code: sourceOf('react-query.tsx'),
  },
};

/** The pending requests of the session in a custom card. */
function Own({ card: Card }: { card: ComponentType<OwnCardProps> }): ReactElement {
  const { pending } = useSession(SESSION);
  const waiting = pending.filter((request) => request.type === 'confirm');
  if (waiting.length === 0) return <Conversation />;
  return (
    <>
      {waiting.map((request) => (
        <Card key={request.id} request={request} />
      ))}
    </>
  );
}

export const WithTailwind: Story = {
  name: 'With Tailwind',
  args: {
    title: 'With Tailwind',
    lead: 'Parts of the kit with your classes. Classes win over the style sheet; states are variants on data-state.',
    children: (
      <LiveRun>
        <Own card={TailwindCard} />
      </LiveRun>
    ),
    file: 'tailwind-card.tsx',
    code: sourceOf('tailwind.fixture.tsx'),
  },
};

export const AnotherDesignSystem: Story = {
  args: {
    title: 'Another design system',
    lead: 'The dialog and the buttons of Radix Themes, with the behavior of the kit through asChild.',
    children: (
      <LiveRun>
        <Own card={RadixThemesCard} />
      </LiveRun>
    ),
    file: 'radix-themes-card.tsx',
    code: sourceOf('radix-themes.fixture.tsx'),
  },
};

export const Headless: Story = {
  args: {
    title: 'Headless',
    lead: 'Hooks only: the logic of the cards with your own elements.',
    children: (
      <LiveRun>
        <Own card={PlainHtmlCard} />
      </LiveRun>
    ),
    file: 'plain-html-card.tsx',
    code: sourceOf('plain-html.fixture.tsx'),
  },
};

const NOW = TEST_TIME + 30_000;
const page = <ServerPage request={authorizationRequest()} now={NOW} />;
/** Here, while nothing else is being rendered. */
const html = renderToString(page);

/** HTML as sent by a server, and a button that hydrates it. */
function Rendered(): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    if (!hydrated || place.current === null) return undefined;
    const root = hydrateRoot(place.current, page);
    // React may still be rendering the story when it unmounts.
    return () => queueMicrotask(() => root.unmount());
  }, [hydrated]);
  return (
    <>
      <div className="stage-bar">
        <span className="hint" role="status">
          {hydrated
            ? 'Hydrated: the buttons work now, and nothing has moved.'
            : `${html.length.toLocaleString('en')} characters of HTML, without a script.`}
        </span>
        <button
          type="button"
          className="page-button"
          disabled={hydrated}
          onClick={() => setHydrated(true)}
        >
          Hydrate
        </button>
      </div>
      <div className="stage">
        <div ref={place} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}

export const ServerRendering: Story = {
  args: {
    title: 'Server rendering',
    lead: 'The HTML from the server has the complete card: title, command, countdown and buttons.',
    children: <Rendered />,
    file: 'page.tsx',
    code: sourceOf('server-rendering.tsx'),
  },
};

/** Buttons of the page's own answer over the mutation, and the run goes on. */
export const AnsweredByMutation: Story = {
  ...WithReactQuery,
  tags: ['!dev', '!autodocs'],
  async play({ canvas }) {
    await expect(await canvas.findByText(/npm test -- src\/cart/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Allow' }));
    await expect(await canvas.findByRole('heading', { name: 'file_edit' })).toBeVisible();
  },
};

export const OpenedDialog: Story = {
  ...InADialog,
  tags: ['!dev', '!autodocs'],
  async play({ canvas }) {
    await userEvent.click(await canvas.findByRole('button', { name: /^Review/ }));
    await expect(await screen.findByRole('dialog', { name: 'Run this command?' })).toBeVisible();
  },
};

export const Hydrated: Story = {
  ...ServerRendering,
  tags: ['!dev', '!autodocs'],
  async play({ canvas }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Hydrate' }));
    // A card takes no press that was on its way when it appeared.
    await waitFor(async () => {
      const deny = canvas.queryByRole('button', { name: 'Deny' });
      if (deny !== null) await userEvent.click(deny);
      await expect(canvas.getByText('Denied')).toBeVisible();
    });
  },
};
