/** The demo has a single user. Your application knows who is signed in. */
export const USER = 'you';

/** Filter for the pending requests of that user. */
export const MINE = { userId: USER };
