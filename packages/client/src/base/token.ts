/** A bearer token, or a function that is called for each request, so that a token can be renewed. */
export type Token = string | (() => string | undefined | Promise<string | undefined>);
