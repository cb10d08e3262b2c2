import type { ToolCallView } from '@hitl/client/view';
import { createContext, use } from 'react';

/** Where a row leads, as the page has it. */
export interface CallLinks {
  /** A person wants to see what the audit trail says of the call; left out, no row offers it. */
  onAuditSelect?: ((call: ToolCallView) => void) | undefined;
  /** A person wants to see a rule that decided or was saved, as it was written; left out, likewise. */
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
