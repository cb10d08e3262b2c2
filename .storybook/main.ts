import type { StorybookConfig } from '@storybook/react-vite';
import tailwindcss from '@tailwindcss/vite';
import type { PluginOption } from 'vite';
import { browserConditions } from '../config/conditions.ts';
import { kitFacts } from './kit-plugin.ts';

/**
 * Lets the plugin that reads the descriptions and props of components parse only their files: to parse all
 * of them takes a third of the build.
 */
function readComponentsAlone(plugin: PluginOption): PluginOption {
  if (!plugin || !('transform' in plugin) || plugin.name !== 'storybook:react-docgen-plugin') {
    return plugin;
  }
  const { transform } = plugin;
  if (typeof transform !== 'function') throw new Error('The plugin has no function to filter.');
  const id = {
    include: /\/packages\/react\/src\/.+\.tsx$/,
    exclude: /\.(?:stories|fixture|examples)\.tsx$/,
  };
  return { ...plugin, transform: { filter: { id }, handler: transform } };
}

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    './pages/*.stories.tsx',
    './recipes/*.stories.tsx',
    '../packages/*/src/**/*.stories.@(ts|tsx)',
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The stories bring their own background.
  features: { backgrounds: false, measure: false, outline: false },
  // The docs pages read it, which are not there when the stories run as tests.
  typescript: { reactDocgen: process.env['VITEST'] === undefined && 'react-docgen' },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []).map(readComponentsAlone), tailwindcss(), kitFacts],
    resolve: { ...vite.resolve, conditions: browserConditions },
    build: {
      ...vite.build,
      reportCompressedSize: false,
      rolldownOptions: {
        ...vite.build?.rolldownOptions,
        checks: { moduleLevelDirective: false },
      },
    },
  }),
};

export default config;
