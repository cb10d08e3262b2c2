/**
 * What was decided about one request, as a record: who, when, what exactly was shown, what is
 * remembered.
 *
 * @module
 */
export * as Receipt from './index.parts.ts';
