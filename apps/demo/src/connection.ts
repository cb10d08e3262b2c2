import { fetchEarly } from './early-fetch.ts';
import { createBreakableConnection, type BreakableConnection } from './breakable-connection.ts';

/** The connection of this page's client. */
export const connection: BreakableConnection = createBreakableConnection(fetchEarly);
