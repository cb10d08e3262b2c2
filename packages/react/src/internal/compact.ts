import { createContext } from 'react';

/** Whether a card is one of several, so that it initially shows less. */
export const CompactContext: React.Context<boolean> = createContext(false);
