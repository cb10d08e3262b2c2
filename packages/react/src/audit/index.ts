/**
 * What happened in a run, for people: who was asked, who decided, when and what ran, and whether the
 * trail is as it was written. What draws long trails is loaded with the first of them.
 *
 * @module
 */
export * as AuditTrail from './index.parts.ts';
export type { AuditSource } from './audit-context.ts';
export { useAudit, type UseAuditResult } from './use-audit.ts';
export { useVerification, type Verification } from './use-verification.ts';
export {
  auditItems,
  type ArgsStep,
  type AuditedCall,
  type AuditItem,
  type AuditItems,
} from './trail-items.ts';
