import type { RunTree } from '@hitl/protocol/fold';
import type { Bus } from '../store/bus/bus.ts';
import type { Feed } from '../streams/feed.ts';
import type { Runner } from '../runner/runner.ts';
import type { Tool } from '../agents/tool.ts';
import type { Transcripts } from '../runner/transcript.ts';
import type { Evaluator } from '../approval/evaluate.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import type { SessionKey, SessionStore } from '../store/store.ts';
import type { Agent } from '../agents/agent.ts';
import type { PolicyChain } from '../approval/policy-chain.ts';
import type { Quota } from '../approval/quota.ts';
import type { RuleCache } from '../approval/rules.ts';
import type { Secrets } from '../approval/secrets.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Engine } from './engine.ts';

/** The built parts that the engine's functions share. */
export interface EngineContext {
  readonly store: SessionStore;
  readonly permissions: PermissionStore | null;
  readonly log: SessionLog;
  readonly bus: Bus;
  readonly feed: Feed;
  readonly rules: RuleCache;
  readonly chain: PolicyChain;
  readonly evaluator: Evaluator;
  readonly secrets: Secrets;
  readonly runner: Runner;
  readonly transcripts: Transcripts;
  readonly agents: ReadonlyMap<string, Agent>;
  /** Every tool of every agent, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** How many requests may wait in one session. */
  readonly maxPending: number;
  /** Whether no one answers what they asked for themselves. */
  readonly separateReviewer: boolean;
  /** What a user may still begin. */
  readonly quota: Quota;
  /** This instance. */
  readonly owner: string;
  /** Stores what winning answers want remembered, and closes it in the log. */
  saveRules(key: SessionKey, tree: RunTree): Promise<void>;
  /** Called with what failed in the background. */
  onError(error: unknown): void;
}

/** Implements one method of the engine, whose interface says what it takes and returns. */
export type Operation<Name extends keyof Engine> = Engine[Name] extends (
  ...call: infer Call
) => infer Outcome
  ? (context: EngineContext, ...call: Call) => Outcome
  : never;
