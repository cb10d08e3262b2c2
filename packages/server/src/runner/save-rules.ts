import type { RunTree } from '@hitl/protocol/fold';
import type { PermissionStore } from '../store/permission-store.ts';
import type { SessionKey } from '../store/store.ts';
import type { RuleCache } from '../approval/rules.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Bus } from '../store/bus/bus.ts';

/**
 * Stores the rules of winning answers, then records that in the log. Idempotent: the same rule is
 * stored once.
 */
export async function saveRules(
  context: {
    readonly log: SessionLog;
    readonly bus: Bus;
    readonly rules: RuleCache;
    readonly permissions: PermissionStore | null;
  },
  key: SessionKey,
  tree: RunTree,
): Promise<void> {
  for (const { interaction_id: id, run_id: runId, user_id: named, rules } of tree.unsaved) {
    const userId = tree.runs[runId]?.user_id ?? named ?? null;
    if (context.permissions !== null && userId !== null) {
      const owner = { tenantId: key.tenantId, userId };
      await context.permissions.save(
        owner,
        rules.map(({ pattern, effect, scope, expires_at: expiry }) => ({
          pattern,
          effect,
          source: 'answer',
          interactionId: id,
          ...(scope === 'session' && { sessionId: key.sessionId }),
          ...(expiry !== undefined && { expiresAt: expiry }),
        })),
      );
      context.rules.invalidate(owner.tenantId, owner.userId);
      context.bus.publish({ kind: 'rules', ...owner });
    }
    await context.log.transact(key, { type: 'rules_saved', interactionId: id, rules });
  }
}
