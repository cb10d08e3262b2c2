import type { RunTree } from '@hitl/protocol/fold';
import type { LookAhead } from '../runner/look-ahead.ts';
import type { Runner } from '../runner/runner.ts';
import type { Starts } from '../runner/starts.ts';
import type { Tool } from '../agents/tool.ts';
import type { Transcripts } from '../runner/transcript.ts';
import type { Evaluator } from '../approval/evaluate.ts';
import type { SessionKey } from '../store/store.ts';
import type { Agent } from '../agents/agent.ts';
import type { PolicyChain } from '../approval/policy-chain.ts';
import type { Quota } from '../approval/quota.ts';
import type { RuleCache } from '../approval/rules.ts';
import type { Secrets } from '../approval/secrets.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Engine } from './engine.ts';
import type { EngineOptions } from './options.ts';

/** The parts that the engine's functions share. */
export interface EngineContext
  extends
    Pick<EngineOptions, 'store' | 'permissions' | 'bus' | 'feed'>,
    Required<
      Pick<
        EngineOptions,
        'maxPending' | 'maxResultBytes' | 'separateReviewer' | 'owner' | 'onError'
      >
    > {
  readonly log: SessionLog;
  readonly rules: RuleCache;
  readonly chain: PolicyChain;
  readonly evaluator: Evaluator;
  readonly secrets: Secrets;
  readonly runner: Runner;
  readonly starts: Starts;
  readonly lookAhead: LookAhead;
  readonly transcripts: Transcripts;
  readonly agents: ReadonlyMap<string, Agent>;
  /** Every tool of every agent, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Quotas of users. */
  readonly quota: Quota;
  /** Saves the rules of winning answers, and records that in the log. */
  saveRules(key: SessionKey, tree: RunTree): Promise<void>;
}

/** Type of the implementation of one engine method. */
export type Operation<Name extends keyof Engine> = Engine[Name] extends (
  ...call: infer Call
) => infer Outcome
  ? (context: EngineContext, ...call: Call) => Outcome
  : never;
