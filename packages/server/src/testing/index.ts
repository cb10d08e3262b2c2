/**
 * The contracts of stores as Vitest suites, for your own stores.
 *
 * @module
 */
export {
  describeDurableSessionStore,
  describeSessionStore,
  type OpenedDurableSessionStore,
  type OpenedSessionStore,
} from './describe-session-store.ts';
export {
  describeDurablePermissionStore,
  describePermissionStore,
  type OpenedDurablePermissionStore,
  type OpenedPermissionStore,
} from './describe-permission-store.ts';
export { describeSecretStore, type OpenedSecretStore } from './describe-secret-store.ts';
export {
  asked,
  commitOf,
  createSampleLog,
  interactionOf,
  requestsOf,
  started,
  type SampleCall,
  type SampleLog,
  type StartOptions,
} from './sample-log.ts';
export { foldLog, type FoldedLog } from './fold-log.ts';
