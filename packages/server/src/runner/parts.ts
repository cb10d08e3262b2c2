import type { StepDelta, ToolProgress } from '@hitl/protocol';
import type { Agent } from '../agents/agent.ts';
import type { Evaluator } from '../approval/evaluate.ts';
import type { RuleCache } from '../approval/rules.ts';
import type { Secrets } from '../approval/secrets.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { Bus } from '../store/bus/bus.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import type { SessionKey, SessionStore } from '../store/store.ts';
import type { ResultCache } from './result-cache.ts';
import type { Starts } from './starts.ts';
import type { Transcripts } from './transcripts.ts';

/** The parts that the functions of the runner share. */
export interface RunnerParts {
  readonly store: SessionStore;
  /** `null`: there are no rules. */
  readonly permissions: PermissionStore | null;
  readonly log: SessionLog;
  readonly bus: Bus;
  readonly rules: RuleCache;
  readonly evaluator: Evaluator;
  readonly secrets: Secrets;
  readonly starts: Starts;
  readonly transcripts: Transcripts;
  readonly results: ResultCache;
  readonly agents: ReadonlyMap<string, Agent>;
  /** Shows what is not stored: streamed text, and the progress of running tools. */
  readonly feed: {
    delta(key: SessionKey, delta: StepDelta): void;
    progress(key: SessionKey, progress: ToolProgress): void;
    progressEnded(key: SessionKey, runId: string, toolCallId: string): void;
  };
  /** The name of this instance. */
  readonly owner: string;
  readonly maxResultBytes: number;
  /** Clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with failures; the run stays as it is until an instance claims it. */
  readonly onError: (error: unknown) => void;
}
