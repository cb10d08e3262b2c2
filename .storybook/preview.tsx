import './layers.css';
import '@hitl/react/theme.css';
import { createDrafts, HitlProvider, type Messages } from '@hitl/react';
import { pseudo } from '@hitl/react/messages/pseudo';
import { zhCN } from '@hitl/react/messages/zh-CN';
import { TEST_TIME } from '@hitl/protocol/testing';
import { useState } from 'react';
import type { Decorator, Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';

// Generous, for a busy machine: what a story finds is awaited, not timed.
configure({ asyncUtilTimeout: 60_000 });

/** The builders' requests were made half a minute ago. */
const now = (): number => TEST_TIME + 30_000;

/** What the toolbar says. */
interface Globals {
  theme: 'system' | 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  locale: 'en' | 'zh-CN' | 'pseudo';
  density: 'comfortable' | 'compact';
  width: string;
}

const catalogues: Readonly<Record<Globals['locale'], Partial<Messages>>> = {
  en: {},
  'zh-CN': zhCN,
  pseudo,
};

const Surroundings: Decorator = (Story, { globals }) => {
  const [drafts] = useState(() => createDrafts({ storage: null }));
  const { theme, direction, locale, density, width } = globals as Globals;
  return (
    <div
      data-theme={theme === 'system' ? undefined : theme}
      data-density={density}
      dir={direction}
      lang={locale === 'zh-CN' ? locale : 'en'}
      style={{
        colorScheme: theme === 'system' ? 'light dark' : theme,
        background: 'light-dark(#f6f7f9, #121316)',
        color: 'light-dark(#1a1c20, #e9eaed)',
        minBlockSize: '100vh',
        boxSizing: 'border-box',
        padding: 16,
      }}
    >
      <HitlProvider
        drafts={drafts}
        now={now}
        armingDelayMs={0}
        locale={locale === 'zh-CN' ? locale : 'en'}
        messages={catalogues[locale]}
      >
        <div style={{ maxInlineSize: width }}>
          <Story />
        </div>
      </HitlProvider>
    </div>
  );
};

const preview: Preview = {
  decorators: [Surroundings],
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
    locale: {
      description: 'Language; what a story plays is looked for in English',
      toolbar: {
        title: 'Language',
        icon: 'globe',
        items: [
          { value: 'en', title: 'English' },
          { value: 'zh-CN', title: '简体中文' },
          { value: 'pseudo', title: 'Pseudo' },
        ],
        dynamicTitle: true,
      },
    },
    density: {
      description: 'Density',
      toolbar: {
        title: 'Density',
        icon: 'component',
        items: ['comfortable', 'compact'],
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
  },
  initialGlobals: {
    theme: 'light',
    direction: 'ltr',
    locale: 'en',
    density: 'comfortable',
    width: 'none',
  },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    options: {
      storySort: {
        order: [
          'Introduction',
          'Getting started',
          'Components',
          ['Confirm', 'Input', 'Select', 'Combined', 'Batch', 'ToolCall', 'Interaction', '*'],
          'Recipes',
          'Theming',
          'Protocol explorer',
          'Permission playground',
        ],
      },
    },
  },
};

export default preview;
