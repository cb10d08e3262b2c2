import type { PermissionRule } from '@hitl/protocol';
import type { PermissionStore, RuleOwner } from '../permission-store.ts';
import { saveRules } from '../rule-list.ts';
import type { Script, SqlEngine } from './engine.ts';
import { join, slot, sql, type Sql } from './statement.ts';
import type { Int8, RuleTable } from '../rows/tables.ts';

/** Creates the permission store for a SQL engine. Closing it closes the engine. */
export function createSqlPermissionStore(engine: SqlEngine): PermissionStore {
  const selectVersion = engine.prepare(sql<{ version: Int8 }>`
    select version from hitl_rule_owners
    where tenant_id = ${slot('tenant_id')} and user_id = ${slot('user_id')}`);

  return {
    async rules(owner) {
      const rows = await engine.run(selectRules(owner));
      return rows.map(toRule);
    },

    async save(owner, rules) {
      if (rules.length === 0) return [];
      return engine.transact(function* (): Script<readonly PermissionRule[]> {
        const now = yield* lockOwner(engine, owner);
        const standing = (yield selectRules(owner)) as readonly RuleTable[];
        let position = Number(standing.at(-1)?.position ?? 0);
        const { saved, changes } = saveRules(standing.map(toRule), rules, now);
        for (const { rule, before, after } of changes) {
          if (before === undefined) {
            position += 1;
            yield insertRule(owner, after, position, rule.interactionId);
          } else {
            yield updateRule(owner, after);
          }
        }
        if (changes.length > 0) yield raiseVersion(owner);
        return saved;
      });
    },

    async revoke(owner, pattern) {
      // No rule contains a NUL, which PostgreSQL refuses in text.
      if (pattern.includes('\0')) return false;
      return engine.transact(function* (): Script<boolean> {
        yield* lockOwner(engine, owner);
        const gone = yield sql`
          delete from hitl_rules
          where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}
            and pattern = ${pattern}
          returning rule_id`;
        if (gone.length > 0) yield raiseVersion(owner);
        return gone.length > 0;
      });
    },

    async version(owner) {
      const [row] = await selectVersion({ tenant_id: owner.tenantId, user_id: owner.userId });
      return Number(row?.version ?? 0);
    },

    async touch(owner, ruleIds, at) {
      if (ruleIds.length === 0) return;
      await engine.run(sql`
          update hitl_rules set last_used_at = ${at}
          where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}
            and rule_id in (${join(ruleIds)})`);
    },

    close: () => engine.close(),
  };
}

function selectRules({ tenantId, userId }: RuleOwner): Sql<RuleTable> {
  return sql`
    select * from hitl_rules where tenant_id = ${tenantId} and user_id = ${userId}
    order by position`;
}

/** Locks the row of a user, which serializes changes of their rules. Returns the store's time. */
function* lockOwner(engine: SqlEngine, owner: RuleOwner): Script<number> {
  const [row] = (yield sql`
    insert into hitl_rule_owners (tenant_id, user_id, version, change_number)
    values (${owner.tenantId}, ${owner.userId}, 0, 0)
    on conflict (tenant_id, user_id) do update set version = hitl_rule_owners.version
    returning ${engine.clock} as now`) as readonly { now: Int8 }[];
  return Number(row?.now);
}

function raiseVersion(owner: RuleOwner): Sql {
  return sql`
    update hitl_rule_owners set version = version + 1,
      change_number = (select max(change_number) + 1 from hitl_rule_owners)
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}`;
}

function insertRule(
  owner: RuleOwner,
  rule: PermissionRule,
  position: number,
  interactionId: string | undefined,
): Sql {
  return sql`
    insert into hitl_rules (tenant_id, user_id, session_id, pattern, rule_id, position, effect,
      created_at, expires_at, source, interaction_id)
    values (${owner.tenantId}, ${owner.userId}, ${rule.session_id ?? ''}, ${rule.pattern},
      ${rule.id}, ${position}, ${rule.effect}, ${rule.created_at}, ${rule.expires_at ?? null},
      ${rule.source}, ${interactionId ?? null})`;
}

function updateRule(owner: RuleOwner, rule: PermissionRule): Sql {
  return sql`
    update hitl_rules set effect = ${rule.effect}, expires_at = ${rule.expires_at ?? null},
      source = ${rule.source}
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}
      and session_id = ${rule.session_id ?? ''} and pattern = ${rule.pattern}`;
}

function toRule(row: RuleTable): PermissionRule {
  return {
    id: row.rule_id,
    pattern: row.pattern,
    effect: row.effect as PermissionRule['effect'],
    ...(row.session_id === ''
      ? { scope: 'always' }
      : { scope: 'session', session_id: row.session_id }),
    created_at: row.created_at,
    ...(row.expires_at !== null && { expires_at: row.expires_at }),
    ...(row.last_used_at !== null && { last_used_at: row.last_used_at }),
    source: row.source,
  };
}
