import type { ToolCallView } from '@hitl/client/view';
import { createContext, use } from 'react';

/** Handlers of the links in a row. */
export interface CallLinks {
  /** Called to show the audit trail of the call. Without it, rows have no such link. */
  onAuditSelect?: ((call: ToolCallView) => void) | undefined;
  /** Called to show a rule, as written, that decided or was saved. Without it, rows have no such link. */
  onRuleSelect?: ((rule: string, call: ToolCallView) => void) | undefined;
}

export const ToolCallContext: React.Context<ToolCallView | null> =
  createContext<ToolCallView | null>(null);

export const CallLinksContext: React.Context<CallLinks> = createContext<CallLinks>({});

/** The call around a part. */
export function useToolCall(part: string): ToolCallView {
  const call = use(ToolCallContext);
  if (call === null) throw new Error(`Place ToolCall.${part} inside <ToolCall.Root record={…}>.`);
  return call;
}
