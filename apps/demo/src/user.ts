/** The demo knows one person. Your application knows who is signed in. */
export const USER = 'you';

/** What waits for that person. */
export const MINE = { userId: USER };
