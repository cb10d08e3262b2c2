import { create, type ThemeVars } from 'storybook/theming';

/** The color scheme of the user's system. */
export const prefersDark: MediaQueryList = window.matchMedia('(prefers-color-scheme: dark)');

const mark =
  "<svg xmlns='http://www.w3.org/2000/svg' width='112' height='28' viewBox='0 0 112 28'><rect width='28' height='28' rx='7' fill='#2b5cc7'/><path d='M8 14.5l4.4 4.4 8-9.8' fill='none' stroke='#fff' stroke-width='2.8' stroke-linecap='round' stroke-linejoin='round'/><text x='38' y='20' font-family='system-ui,sans-serif' font-size='17' font-weight='650' fill='INK'>HITL</text></svg>";

/** Storybook's own UI in the kit's colors and fonts. */
export function themeOf(isDark: boolean): ThemeVars {
  const ink = isDark ? '#e9eaed' : '#1a1c20';
  const muted = isDark ? '#a6aab3' : '#595e68';
  const surface = isDark ? '#16171a' : '#ffffff';
  const accent = isDark ? '#8fb0ff' : '#2b5cc7';
  return create({
    base: isDark ? 'dark' : 'light',
    brandTitle: 'HITL',
    brandImage: `data:image/svg+xml,${encodeURIComponent(mark.replace('INK', ink))}`,
    brandTarget: '_self',
    fontBase: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontCode: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
    colorPrimary: '#2b5cc7',
    colorSecondary: isDark ? '#5f89e8' : '#2b5cc7',
    appBg: isDark ? '#121316' : '#f6f7f9',
    appContentBg: surface,
    appPreviewBg: isDark ? '#121316' : '#f6f7f9',
    appBorderColor: isDark ? 'rgb(255 255 255 / 14%)' : 'rgb(20 24 33 / 13%)',
    appBorderRadius: 10,
    textColor: ink,
    textMutedColor: muted,
    barTextColor: muted,
    barSelectedColor: accent,
    barHoverColor: accent,
    barBg: surface,
    inputBg: surface,
    inputBorderRadius: 6,
  });
}
