import type { Tool } from '../agents/tool.ts';
import type { PolicyChain } from '../approval/policy-chain.ts';
import type { Quota } from '../approval/quota.ts';
import type { RunnerParts } from '../runner/parts.ts';
import type { Runner } from '../runner/runner.ts';
import type { Feed } from '../streams/feed.ts';
import type { Engine } from './engine.ts';
import type { OwnRequests } from './own-requests.ts';

/** The parts that the engine's functions share: those of the runner, and their own. */
export interface EngineContext extends RunnerParts {
  readonly feed: Feed;
  readonly ownRequests: OwnRequests;
  readonly chain: PolicyChain;
  readonly runner: Runner;
  /** Every tool of every agent, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly maxPending: number;
  readonly separateReviewer: boolean;
  /** Quotas of users. */
  readonly quota: Quota;
}

/** Type of the implementation of one engine method. */
export type Operation<Name extends keyof Engine> = Engine[Name] extends (
  ...call: infer Call
) => infer Outcome
  ? (context: EngineContext, ...call: Call) => Outcome
  : never;
