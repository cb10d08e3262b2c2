import './layers.css';
import '@hitl/react/theme.css';
import compact from '@hitl/react/theme/compact.css?inline';
import highContrast from '@hitl/react/theme/high-contrast.css?inline';
import { createDrafts, HitlProvider, type Messages } from '@hitl/react';
import { pseudo } from '@hitl/react/messages/pseudo';
import { zhCN } from '@hitl/react/messages/zh-CN';
import { TEST_TIME } from '@hitl/protocol/testing';
import { lazy, Suspense, useState } from 'react';
import type { Decorator, Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';

// Generous, for a busy machine: what a story finds is awaited, not timed.
configure({ asyncUtilTimeout: 60_000 });

/** The builders' requests were made half a minute ago. */
const now = (): number => TEST_TIME + 30_000;

/** It reads what is known when Storybook is built, and nobody but a reader of docs needs it. */
const ComponentPage = lazy(async () => {
  const { ComponentPage: page } = await import('./component-page.tsx');
  return { default: page };
});

const Docs = () => (
  <Suspense fallback={null}>
    <ComponentPage />
  </Suspense>
);

/** What the toolbar says. */
interface Globals {
  theme: 'system' | 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  locale: 'en' | 'zh-CN' | 'pseudo';
  look: keyof typeof LOOKS;
  width: string;
}

/** The themes, as a page would import them. */
const LOOKS = {
  default: '',
  'high contrast': highContrast,
  compact,
  both: `${highContrast}\n${compact}`,
} as const;

const catalogues: Readonly<Record<Globals['locale'], Partial<Messages>>> = {
  en: {},
  'zh-CN': zhCN,
  pseudo,
};

const Surroundings: Decorator = (Story, { globals, viewMode }) => {
  const [drafts] = useState(() => createDrafts({ storage: null }));
  const { theme, direction, locale, look, width } = globals as Globals;
  return (
    <div
      data-theme={theme === 'system' ? undefined : theme}
      dir={direction}
      lang={locale === 'zh-CN' ? locale : 'en'}
      style={{
        colorScheme: theme === 'system' ? 'light dark' : theme,
        background: 'light-dark(#f6f7f9, #121316)',
        color: 'light-dark(#1a1c20, #e9eaed)',
        minBlockSize: viewMode === 'docs' ? undefined : '100vh',
        boxSizing: 'border-box',
        padding: 16,
        fontFamily: 'var(--hitl-font)',
      }}
    >
      {LOOKS[look] !== '' && <style>{LOOKS[look]}</style>}
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
  tags: ['autodocs'],
  decorators: [Surroundings],
  globalTypes: {
    theme: {
      description: 'Light or dark',
      toolbar: {
        title: 'Scheme',
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
    look: {
      description: 'Theme of the kit',
      toolbar: {
        title: 'Look',
        icon: 'paintbrush',
        items: Object.keys(LOOKS),
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
    look: 'default',
    width: 'none',
  },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    docs: { page: Docs },
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
