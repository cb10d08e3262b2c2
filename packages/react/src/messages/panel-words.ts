import { common, type CommonMessages } from './en/common.ts';
import { panels, type PanelMessages } from './en/panels.ts';
import { useMessages } from './use-messages.ts';

/** The English texts of a panel. */
export const panelWords: CommonMessages & PanelMessages = { ...common, ...panels };

/** The texts of a panel, in the language of the page. */
export function usePanelWords(): typeof panelWords {
  return useMessages(panelWords);
}
