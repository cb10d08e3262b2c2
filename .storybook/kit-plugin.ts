import type { Plugin } from 'vite';
import { readKit } from './kit.ts';

/** `virtual:kit`: facts about the components, extracted from their code when Storybook is built. */
export const kitFacts: Plugin = {
  name: 'kit-facts',
  resolveId: (id) => (id === 'virtual:kit' ? '\0virtual:kit' : undefined),
  load: (id) =>
    id === '\0virtual:kit' ? `export default ${JSON.stringify(readKit())};` : undefined,
};
