'use client';
import { use } from 'react';
import { CompactContext } from '../internal/compact.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Whether the scope picker is shown: in a batch only when opened. */
export function useScoping(): { possible: boolean; shown: boolean; show: () => void } {
  const { approvalScope, draft, setDraft } = useConfirmContext('Scope');
  const compact = use(CompactContext);
  const other = draft.refusing === true || draft.answering === true;
  const possible = approvalScope.terms.length > 0 && !other;
  return {
    possible,
    shown: possible && (draft.scoping ?? !compact),
    show: () => setDraft({ scoping: true }),
  };
}
