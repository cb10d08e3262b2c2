import { callWords as toolCall, type CallWords } from '@hitl/client/view';
import { useMessages } from './use-messages.ts';

/** The texts of tool calls, in the language of the page. */
export function useCallWords(): CallWords {
  return useMessages(toolCall);
}
