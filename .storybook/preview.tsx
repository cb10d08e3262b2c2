import '@hitl/react/theme.css';
import { HitlProvider } from '@hitl/react';
import { TEST_TIME } from '@hitl/protocol/testing';
import type { Decorator, Preview } from '@storybook/react-vite';

/** The builders' requests were made half a minute ago. */
const now = (): number => TEST_TIME + 30_000;

const surroundings: Decorator = (Story, { globals }) => {
  const { theme, direction } = globals as { theme: string; direction: string };
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
      <HitlProvider now={now} armingDelayMs={0} locale="en">
        <Story />
      </HitlProvider>
    </div>
  );
};

const preview: Preview = {
  decorators: [surroundings],
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
    direction: {
      description: 'Direction',
      toolbar: { title: 'Direction', icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr' },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
  },
};

export default preview;
