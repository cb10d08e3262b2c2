import type { PermissionRule } from '@hitl/protocol';
import { parseTime } from '@hitl/protocol/fold';
import { table } from '../terminal/table.ts';

const HEAD = ['EFFECT', 'RULE', 'SCOPE', 'EXPIRES', 'LAST USED'];

/** Rules as a table, oldest first. `now`: the time in milliseconds that decides which have expired. */
export function showRules(rules: readonly PermissionRule[], user: string, now: number): string {
  if (rules.length === 0) return `${user} has no rules.\n`;
  return table([HEAD, ...rules.map((rule) => rowOf(rule, now))]);
}

function rowOf(rule: PermissionRule, now: number): string[] {
  const { effect, pattern, scope, session_id: session, expires_at: expiry } = rule;
  const over = expiry !== undefined && (parseTime(expiry) ?? 0) <= now;
  return [
    effect,
    pattern,
    session === undefined ? scope : `session ${session}`,
    expiry === undefined ? 'never' : `${expiry}${over ? ' (over)' : ''}`,
    rule.last_used_at ?? 'never',
  ];
}
