/**
 * The record of a decision about one request: who, when, what was shown, what is remembered.
 *
 * @module
 */
export * as Receipt from './index.parts.ts';
