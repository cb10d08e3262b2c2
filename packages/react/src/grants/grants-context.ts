import type { PermissionRule } from '@hitl/protocol';
import { createContext, use } from 'react';
import type { UseGrantsResult } from '../hooks/use-grants.ts';

/** The rules of a panel, and how to read them again. */
export type GrantsOfPanel = UseGrantsResult & { readonly onRetry: (() => void) | undefined };

export const GrantsContext: React.Context<GrantsOfPanel | null> =
  createContext<GrantsOfPanel | null>(null);

export const RuleContext: React.Context<PermissionRule | null> =
  createContext<PermissionRule | null>(null);

/** The highlighted rule, as written. */
export const SelectedContext: React.Context<string | undefined> = createContext<string | undefined>(
  undefined,
);

/** The rules around a part. */
export function useGrantsContext(part: string): GrantsOfPanel {
  const grants = use(GrantsContext);
  if (grants === null) throw new Error(`Place Grants.${part} inside <Grants.Root>.`);
  return grants;
}

/** The rule around a part. */
export function useRule(part: string): PermissionRule {
  const rule = use(RuleContext);
  if (rule === null) throw new Error(`Place Grants.${part} inside <Grants.Item rule={…}>.`);
  return rule;
}
