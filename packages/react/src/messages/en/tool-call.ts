import { callWords, type CallWords } from '@hitl/client/view';

/** What the tool calls of a conversation say. */
export type ToolCallMessages = CallWords;

/** What the tool calls of a conversation say. In English. */
export const toolCall: ToolCallMessages = callWords;
