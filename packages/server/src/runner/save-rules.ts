import type { RunTree } from '@hitl/protocol/fold';
import type { PermissionStore } from '../store/permission-store.ts';
import type { SessionKey } from '../store/store.ts';
import type { RuleCache } from '../approval/rules.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Bus } from '../store/bus/bus.ts';

/**
 * Stores what winning answers want remembered, then closes it in the log. Doing it twice is
 * harmless: the same rule stands once.
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
      const owner = { tenant_id: key.tenant_id, user_id: userId };
      await context.permissions.save(
        owner,
        rules.map(({ pattern, effect, scope, expires_at: expiry }) => ({
          pattern,
          effect,
          source: 'answer',
          interaction_id: id,
          ...(scope === 'session' && { session_id: key.session_id }),
          ...(expiry !== undefined && { expires_at: expiry }),
        })),
      );
      context.rules.invalidate(owner.tenant_id, owner.user_id);
      context.bus.publish({ kind: 'rules', ...owner });
    }
    await context.log.transact(key, { type: 'rules_saved', interaction_id: id, rules });
  }
}
