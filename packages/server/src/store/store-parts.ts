import type { SessionStore } from './store.ts';

/** The methods of a store for the log, its checkpoint and its owner. */
export type LogMethods = Pick<
  SessionStore,
  | 'load'
  | 'append'
  | 'read'
  | 'readChapters'
  | 'readRun'
  | 'renew'
  | 'due'
  | 'storedBytes'
  | 'remove'
  | 'findTombstone'
>;

/** The methods of a store for runs and sessions. */
export type RunMethods = Pick<
  SessionStore,
  'findRun' | 'listRuns' | 'findSession' | 'listSessions'
>;

/** The methods of a store for interactions. */
export type InteractionMethods = Pick<
  SessionStore,
  'findInteraction' | 'findInteractionsOfCall' | 'listInteractions' | 'countPending'
>;

/** The methods of a store for the hashes of audit trails. */
export type AuditMethods = Pick<SessionStore, 'readAudit' | 'readTrails' | 'findErasedRun'>;
