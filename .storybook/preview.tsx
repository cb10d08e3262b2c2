import './layers.css';
import './plain.css';
import '@hitl/react/theme.css';
import compact from '@hitl/react/theme/compact.css?inline';
import highContrast from '@hitl/react/theme/high-contrast.css?inline';
import { createDrafts, HitlProvider, type Messages } from '@hitl/react';
import { pseudo } from '@hitl/react/messages/pseudo';
import { zhCN } from '@hitl/react/messages/zh-CN';
import { TEST_TIME } from '@hitl/protocol/testing';
import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react';
import type { Decorator, Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';

// Generous, for a busy machine: what a story finds is awaited, not timed.
configure({ asyncUtilTimeout: 60_000 });

/** The requests of the fixtures were created half a minute ago. */
const now = (): number => TEST_TIME + 30_000;

/** Loaded on demand: it is needed only on docs pages. */
const ComponentPage = lazy(async () => {
  const { ComponentPage: page } = await import('./component-page.tsx');
  return { default: page };
});

/** As the page in it. */
const Container = lazy(async () => {
  const { Container: container } = await import('./docs-container.tsx');
  return { default: container };
});

const Docs = () => (
  <Suspense fallback={null}>
    <ComponentPage />
  </Suspense>
);

/** The values of the toolbar. */
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

const Surroundings: Decorator = (Story, { globals, title, viewMode }) => {
  // A component is centered and as wide as a conversation; a page has its own width.
  const isAlone = title.startsWith('Components/');
  const [drafts] = useState(() => createDrafts({ storage: null }));
  const { theme, direction, locale, look, width } = globals as Globals;
  // Dialogs are children of the body. A docs page can contain stories in several themes.
  useEffect(() => {
    if (viewMode === 'docs') return;
    const { documentElement: page } = document;
    page.dir = direction;
    if (theme === 'system') delete page.dataset['theme'];
    else page.dataset['theme'] = theme;
  }, [viewMode, theme, direction]);
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
        padding: isAlone ? '32px 16px' : 16,
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
        <div
          style={{
            maxInlineSize: isAlone && width === 'none' ? 640 : width,
            marginInline: isAlone ? 'auto' : undefined,
          }}
        >
          <Story />
        </div>
      </HitlProvider>
    </div>
  );
};

/** A toolbar menu, with the titles of its values. */
function choice(
  description: string,
  title: string,
  icon: string,
  titles: Readonly<Record<string, string>>,
): object {
  const items = Object.entries(titles).map(([value, name]) => ({ value, title: name }));
  return { description, toolbar: { title, icon, items, dynamicTitle: true } };
}

const preview: Preview = {
  tags: ['autodocs'],
  decorators: [Surroundings],
  globalTypes: {
    theme: choice('Light or dark', 'Scheme', 'mirror', {
      system: 'System',
      light: 'Light',
      dark: 'Dark',
    }),
    direction: choice('Direction', 'Direction', 'transfer', {
      ltr: 'Left to right',
      rtl: 'Right to left',
    }),
    locale: choice('Language; what a story plays is looked for in English', 'Language', 'globe', {
      en: 'English',
      'zh-CN': '简体中文',
      pseudo: 'Pseudo',
    }),
    look: choice(
      'Theme of the kit',
      'Look',
      'paintbrush',
      Object.fromEntries(
        Object.keys(LOOKS).map((value) => [value, value.charAt(0).toUpperCase() + value.slice(1)]),
      ),
    ),
    width: choice('Width', 'Width', 'grow', { none: 'Free', '358px': 'Phone' }),
  },
  initialGlobals: {
    theme: 'system',
    direction: 'ltr',
    locale: 'en',
    look: 'default',
    width: 'none',
  },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    docs: {
      page: Docs,
      container: (props: ComponentProps<typeof Container>) => (
        <Suspense fallback={null}>
          <Container {...props} />
        </Suspense>
      ),
    },
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
