/**
 * One tool call in a conversation: the proposed call, its card while pending, and its permanent
 * record.
 *
 * @module
 */
export * as ToolCall from './index.parts.ts';
