/** The demo knows one person. Your application knows who is signed in. */
export const USER = 'you';

/** Pending requests of that user. */
export const MINE = { userId: USER };
