'use client';
import { createAuditStore, type AuditSnapshot, type AuditStore } from '@hitl/client';
import { useStore } from '../hooks/use-store.ts';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';

/** Result of `useAudit`: the trail, and `refresh`, which reads it again. */
export type UseAuditResult = AuditSnapshot & Pick<AuditStore, 'refresh'>;

/** The live audit trail of a run, until it has ended. */
export function useAudit(runId: string): UseAuditResult {
  const client = useHitlClient();
  const store = sharedStore(client, `audit ${runId}`, () => createAuditStore(client, runId));
  return { ...store, ...useStore(store) };
}
