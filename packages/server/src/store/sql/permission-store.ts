import type { PermissionRule } from '@hitl/protocol';
import type { PermissionStore, RuleOwner } from '../permission-store.ts';
import { saveRules } from '../rule-list.ts';
import type { Script, SqlEngine } from './engine.ts';
import { insertInto, join, slot, sql, type Sql } from './statement.ts';
import type { Int8, Row } from '../rows/tables.ts';

type RuleRow = Row<'rules'>;

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
        const standing = (yield selectRules(owner)) as readonly RuleRow[];
        let position = Number(standing.at(-1)?.position ?? 0);
        const { saved, changes } = saveRules(standing.map(toRule), rules, now);
        for (const rule of changes) {
          position += 1;
          yield upsertRule(owner, rule, position);
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

function selectRules({ tenantId, userId }: RuleOwner): Sql<RuleRow> {
  return sql`
    select * from hitl_rules where tenant_id = ${tenantId} and user_id = ${userId}
    order by position`;
}

/** Locks the row of a user, which serializes changes of their rules. Returns the store's time. */
function* lockOwner(engine: SqlEngine, owner: RuleOwner): Script<number> {
  const [row] = (yield sql`
    ${insertInto('rule_owners', { tenant_id: owner.tenantId, user_id: owner.userId, version: 0, change_number: 0 })}
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

/** Adds a rule, or changes one that keeps its position. */
function upsertRule({ tenantId, userId }: RuleOwner, rule: PermissionRule, position: number): Sql {
  const row: Omit<RuleRow, 'last_used_at'> = {
    tenant_id: tenantId,
    user_id: userId,
    session_id: rule.session_id ?? '',
    pattern: rule.pattern,
    rule_id: rule.id,
    position,
    effect: rule.effect,
    created_at: rule.created_at,
    expires_at: rule.expires_at ?? null,
    source: rule.source,
  };
  return sql`
    ${insertInto('rules', row)}
    on conflict (tenant_id, user_id, session_id, pattern) do update set
      effect = excluded.effect, expires_at = excluded.expires_at, source = excluded.source`;
}

function toRule(row: RuleRow): PermissionRule {
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
