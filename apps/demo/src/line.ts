import { fetchEarly } from './early.ts';
import { createFragileLine, type FragileLine } from './fragile-line.ts';

/** The connection of this page's client. */
export const line: FragileLine = createFragileLine(fetchEarly);
