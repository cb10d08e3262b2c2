/**
 * Server data in the host's query cache, kept in sync with the event stream: keys, query options,
 * hooks and mutations for `@tanstack/react-query`. Optional: nothing else in this package needs it.
 *
 * @module
 */
export {
  hitlKeys,
  type Cursor,
  type HitlKey,
  type HitlKeys,
  type RunFilter,
  type SessionFilter,
} from './keys.ts';
export {
  auditQuery,
  interactionQuery,
  rulesQuery,
  runQuery,
  runsQuery,
  sessionsQuery,
  type HitlPagesQuery,
  type HitlQuery,
} from './queries.ts';
export { syncQueryCache } from './sync-query-cache.ts';
export type { SourceOptions } from './use-source.ts';
export {
  useAuditQuery,
  useInteractionQuery,
  useRulesQuery,
  useRunQuery,
  useRunsQuery,
  useSessionsQuery,
  type QueryHookOptions,
} from './use-queries.ts';
export { useRevokeRule, useSaveRule, type RuleToSave } from './rule-changes.ts';
export { useGrantsQuery } from './use-grants-query.ts';
export { useRespond } from './use-respond.ts';
