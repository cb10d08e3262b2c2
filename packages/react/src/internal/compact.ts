import { createContext } from 'react';

/** Whether a card is one of several: it then shows less until it is asked for more. */
export const CompactContext: React.Context<boolean> = createContext(false);
