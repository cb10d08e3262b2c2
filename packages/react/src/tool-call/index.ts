/**
 * One tool call in a conversation: what will run, the card while a person is asked, and what stays of
 * it for good.
 *
 * @module
 */
export * as ToolCall from './index.parts.ts';
