import type { RunTree } from '@hitl/protocol/fold';
import type { SessionKey } from '../store/store.ts';
import type { RunnerParts } from './parts.ts';

/**
 * Stores the rules of winning answers, then records that in the log. Idempotent: the same rule is
 * stored once.
 */
export async function saveRules(
  { log, bus, rules: cache, permissions }: RunnerParts,
  key: SessionKey,
  tree: RunTree,
): Promise<void> {
  for (const { interaction_id: id, run_id: runId, user_id: named, rules } of tree.unsaved) {
    const userId = tree.runs[runId]?.user_id ?? named ?? null;
    if (permissions !== null && userId !== null) {
      const owner = { tenantId: key.tenantId, userId };
      await permissions.save(
        owner,
        rules.map(({ pattern, effect, scope, expires_at: expiry }) => ({
          pattern,
          effect,
          source: 'answer',
          ...(scope === 'session' && { sessionId: key.sessionId }),
          ...(expiry !== undefined && { expiresAt: expiry }),
        })),
      );
      cache.invalidate(owner.tenantId, owner.userId);
      bus.publish({ kind: 'rules', ...owner });
    }
    await log.transact(key, { type: 'rules_saved', interactionId: id, rules });
  }
}
