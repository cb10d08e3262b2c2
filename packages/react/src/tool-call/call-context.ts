import type { ToolCallView } from '@hitl/client/view';
import { createContext, use } from 'react';

export const ToolCallContext: React.Context<ToolCallView | null> =
  createContext<ToolCallView | null>(null);

/** The call around a part. */
export function useToolCall(part: string): ToolCallView {
  const call = use(ToolCallContext);
  if (call === null) throw new Error(`Place ToolCall.${part} inside <ToolCall.Root record={…}>.`);
  return call;
}
