import { addons } from 'storybook/manager-api';
import { storyName } from './story-name.ts';
import { prefersDark, themeOf } from './theme.ts';

/** Pages to read: the panel below them has nothing to show. */
const isPage = (storyId: string): boolean => !/^(?:components|flows)-/.test(storyId);

addons.setConfig({
  theme: themeOf(prefersDark.matches),
  sidebar: {
    showRoots: false,
    renderLabel: (item) =>
      item.type === 'story' ? storyName(item.name, item.exportName) : item.name,
  },
  // Storybook's own zoom warns in the console, and browsers have one.
  toolbar: { zoom: { hidden: true } },
  layoutCustomisations: {
    showPanel: ({ storyId }, shown) => (storyId !== undefined && isPage(storyId) ? false : shown),
  },
});
