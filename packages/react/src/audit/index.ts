/**
 * The audit trail of a run, for people: who was asked, who decided, when and what ran, and whether
 * the trail is intact. The renderer of long trails is loaded on demand.
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
