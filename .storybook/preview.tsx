import '@hitl/react/theme.css';
import { createDrafts, HitlProvider, preload } from '@hitl/react';
import { TEST_TIME } from '@hitl/protocol/testing';
import { useState } from 'react';
import type { Decorator, Preview } from '@storybook/react-vite';

/** The builders' requests were made half a minute ago. */
const now = (): number => TEST_TIME + 30_000;

const Surroundings: Decorator = (Story, { globals }) => {
  const [drafts] = useState(() => createDrafts());
  const { theme, direction, width } = globals as Record<string, string>;
  return (
    <div
      data-theme={theme === 'system' ? undefined : theme}
      dir={direction}
      style={{
        colorScheme: theme === 'system' ? 'light dark' : theme,
        background: 'light-dark(#f6f7f9, #121316)',
        minBlockSize: '100vh',
        boxSizing: 'border-box',
        padding: 16,
      }}
    >
      <HitlProvider drafts={drafts} now={now} armingDelayMs={0} locale="en">
        <div style={{ maxInlineSize: width }}>
          <Story />
        </div>
      </HitlProvider>
    </div>
  );
};

const preview: Preview = {
  decorators: [Surroundings],
  // Cards are whole from their first frame, as behind a provider that has been there for a while.
  loaders: [() => preload()],
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        items: ['system', 'light', 'dark'],
        dynamicTitle: true,
      },
    },
    width: {
      description: 'Width',
      toolbar: {
        title: 'Width',
        icon: 'grow',
        items: [
          { value: 'none', title: 'Free' },
          { value: '358px', title: 'Phone' },
        ],
        dynamicTitle: true,
      },
    },
    direction: {
      description: 'Direction',
      toolbar: { title: 'Direction', icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr', width: 'none' },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
  },
};

export default preview;
