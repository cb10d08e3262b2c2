import type { PermissionStore, RuleOwner } from '../store/permission-store.ts';
import { unref } from '../base/unref.ts';

/** Last uses are saved together, at this interval. */
const TOUCH_MS = 1000;

/** Records which rules have decided. */
export interface Uses {
  note(owner: RuleOwner, ruleId: string, at: string): void;
  /** Saves the recorded uses. */
  flush(): Promise<void>;
}

/** Collects the uses of rules, so that no check waits for the store. */
export function createUses(store: PermissionStore | null, onError: (error: unknown) => void): Uses {
  const used = new Map<string, { owner: RuleOwner; ids: Set<string>; at: string }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const all = [...used.values()];
    used.clear();
    if (store === null) return;
    try {
      await Promise.all(all.map(({ owner, ids, at }) => store.touch(owner, [...ids], at)));
    } catch (error) {
      onError(error);
    }
  }

  return {
    flush,
    note(owner: RuleOwner, ruleId: string, at: string): void {
      const id = JSON.stringify([owner.tenantId, owner.userId]);
      const { ids } = used.get(id) ?? { ids: new Set<string>() };
      used.set(id, { owner, ids: ids.add(ruleId), at });
      if (timer !== undefined) return;
      timer = setTimeout(() => void flush(), TOUCH_MS);
      unref(timer);
    },
  };
}
