import type { StorybookConfig } from '@storybook/react-vite';
import tailwindcss from '@tailwindcss/vite';
import { browserConditions } from '../conditions.shared.ts';
import { kitFacts } from './kit-plugin.ts';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    './pages/*.stories.tsx',
    './recipes/*.stories.tsx',
    '../packages/*/src/**/*.stories.@(ts|tsx)',
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), tailwindcss(), kitFacts],
    resolve: { ...vite.resolve, conditions: browserConditions },
    build: {
      ...vite.build,
      rolldownOptions: {
        ...vite.build?.rolldownOptions,
        checks: { moduleLevelDirective: false },
      },
    },
  }),
};

export default config;
