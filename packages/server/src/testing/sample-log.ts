import type { EventDraft, InteractionRequest } from '@hitl/protocol';
import { formatTime, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import {
  authorizationRequest,
  batchJudged,
  runClaimed,
  runStarted,
  stepCompleted,
  suspension,
  TEST_TIME,
  toolCall,
} from '@hitl/protocol/testing';
import { record } from '../machine/recorder.ts';
import type {
  AuditChain,
  AppendOptions,
  AppendOutcome,
  Commit,
  SessionKey,
  SessionStore,
} from '../store/store.ts';
import { sampleAudit } from './sample-audit.ts';

/** The log of one session as written by a test, with the expected content of a store. */
export interface SampleLog {
  readonly key: SessionKey;
  /** The fold of the events appended through this object. */
  readonly state: ControlState;
  /** The chain of the last commit appended through this object. */
  readonly chain: AuditChain;
  /** Number of commits appended through this object. */
  readonly commits: number;
  /** The commit of these drafts, one second later than the last one, without appending it. */
  propose(drafts: readonly EventDraft[], seconds?: number): Commit;
  /** Appends a commit. If the store accepts it, the log continues from there. */
  append(
    store: SessionStore,
    drafts: readonly EventDraft[],
    options?: AppendOptions,
  ): Promise<AppendOutcome>;
}

/** Creates a log that starts `startSeconds` after `TEST_TIME`. */
export function createSampleLog(key: SessionKey, startSeconds = 0): SampleLog {
  let state = INITIAL_CONTROL;
  let chain: AuditChain = {};
  let commits = 0;
  const log: SampleLog = {
    key,
    get state() {
      return state;
    },
    get chain() {
      return chain;
    },
    get commits() {
      return commits;
    },
    propose(drafts, seconds = startSeconds + commits) {
      return commitOf(key.sessionId, state, drafts, formatTime(TEST_TIME + seconds * 1000));
    },
    async append(store, drafts, options) {
      const commit = log.propose(drafts);
      const outcome = await store.append(key, commits, commit, { chain, ...options });
      if (outcome === 'appended') {
        state = commit.checkpoint.state;
        chain = commit.audit.chain;
        commits += 1;
      }
      return outcome;
    },
  };
  return log;
}

/** The commit of these drafts, in a given state. */
export function commitOf(
  sessionId: string,
  before: ControlState,
  drafts: readonly EventDraft[],
  now: string,
): Commit {
  const recorder = record(sessionId, before, now);
  for (const { type, run_id, data } of drafts) recorder.add(type, run_id, data);
  const commit = recorder.commit();
  return { ...commit, audit: sampleAudit(commit) };
}

/** Options of the start of a sample run. */
export interface StartOptions {
  readonly userId?: string | null;
  readonly input?: string;
  /** Owner of the run; absent: none yet. */
  readonly owner?: string;
  /** Whether it is a call of an external loop. */
  readonly external?: boolean;
}

/** The drafts that start a run, with its input. */
export function started(runId: string, options: StartOptions = {}): EventDraft[] {
  const { userId = 'ada', input = `Input of ${runId}`, owner, external } = options;
  const place = { run_id: runId };
  return [
    runStarted({ user_id: userId, input, ...(external !== undefined && { external }) }, place),
    stepCompleted({ id: `${runId}_input`, content: input }, place),
    ...(owner === undefined ? [] : [runClaimed({ owner }, place)]),
  ];
}

/** One call of a sample batch. */
export interface SampleCall {
  readonly id: string;
  readonly args?: Record<string, unknown>;
  readonly expiresAt?: string;
  readonly metadata?: Record<string, unknown>;
}

/** The id of the request about a call. */
export function interactionOf(callId: string): string {
  return `int_${callId}`;
}

/** The requests of a batch, in call order. */
export function requestsOf(
  log: SampleLog,
  runId: string,
  calls: readonly SampleCall[],
): InteractionRequest[] {
  const tree = Object.values(log.state.trees).find(({ runs }) => Object.hasOwn(runs, runId));
  return calls.map(({ id, args = { command: `echo ${id}` }, expiresAt, metadata = {} }, index) =>
    authorizationRequest({
      id: interactionOf(id),
      run_id: runId,
      root_run_id: tree?.root_run_id ?? runId,
      session_id: log.key.sessionId,
      message_id: `${runId}_${calls[0]?.id}`,
      tool_call_id: id,
      tool_args: args,
      metadata,
      batch: { index, size: calls.length },
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    }),
  );
}

/** The drafts of an assistant message with calls, and a request about each of them. */
export function asked(log: SampleLog, runId: string, calls: readonly SampleCall[]): EventDraft[] {
  const requests = requestsOf(log, runId, calls);
  const place = { run_id: runId };
  const messageId = `${runId}_${calls[0]?.id}`;
  return [
    stepCompleted(
      {
        id: messageId,
        role: 'assistant',
        content: '',
        tool_calls: requests.map(({ tool_call_id: id, tool_args: args }) => toolCall({ id, args })),
      },
      place,
    ),
    batchJudged(
      {
        message_id: messageId,
        verdicts: requests.map(({ tool_call_id }) => ({
          tool_call_id,
          decision: 'needs_auth' as const,
          step: 'requires_consent',
          reason: 'Tool requires consent',
        })),
      },
      place,
    ),
    ...suspension(...requests),
  ];
}
