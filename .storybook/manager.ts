import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;

const mark =
  "<svg xmlns='http://www.w3.org/2000/svg' width='112' height='28' viewBox='0 0 112 28'><rect width='28' height='28' rx='7' fill='#2b5cc7'/><path d='M8 14.5l4.4 4.4 8-9.8' fill='none' stroke='#fff' stroke-width='2.8' stroke-linecap='round' stroke-linejoin='round'/><text x='38' y='20' font-family='system-ui,sans-serif' font-size='17' font-weight='650' fill='INK'>HITL</text></svg>";

const ink = isDark ? '#e9eaed' : '#1a1c20';

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const mono = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace";

/** The kit's own colours and letters around its stories, in the scheme of the person's system. */
const theme = create({
  base: isDark ? 'dark' : 'light',
  brandTitle: 'HITL',
  brandImage: `data:image/svg+xml,${encodeURIComponent(mark.replace('INK', ink))}`,
  brandTarget: '_self',
  fontBase: font,
  fontCode: mono,
  colorPrimary: '#2b5cc7',
  colorSecondary: isDark ? '#5f89e8' : '#2b5cc7',
  appBg: isDark ? '#121316' : '#f6f7f9',
  appContentBg: isDark ? '#16171a' : '#ffffff',
  appPreviewBg: isDark ? '#121316' : '#f6f7f9',
  appBorderColor: isDark ? 'rgb(255 255 255 / 14%)' : 'rgb(20 24 33 / 13%)',
  appBorderRadius: 10,
  textColor: ink,
  textMutedColor: isDark ? '#a6aab3' : '#595e68',
  barTextColor: isDark ? '#a6aab3' : '#595e68',
  barSelectedColor: isDark ? '#8fb0ff' : '#2b5cc7',
  barHoverColor: isDark ? '#8fb0ff' : '#2b5cc7',
  barBg: isDark ? '#16171a' : '#ffffff',
  inputBg: isDark ? '#16171a' : '#ffffff',
  inputBorderRadius: 6,
});

/** Pages to read: what stands below them says nothing about a component. */
const isPage = (storyId: string): boolean => !/^(?:components|flows)-/.test(storyId);

addons.setConfig({
  theme,
  sidebar: { showRoots: false },
  layoutCustomisations: {
    showPanel: ({ storyId }, shown) => (storyId !== undefined && isPage(storyId) ? false : shown),
  },
});
