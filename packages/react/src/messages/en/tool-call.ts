import { callWords, type CallWords } from '@hitl/client/view';

/** Texts of the tool calls of a conversation. */
export type ToolCallMessages = CallWords;

/** The English texts of the tool calls of a conversation. */
export const toolCall: ToolCallMessages = callWords;
