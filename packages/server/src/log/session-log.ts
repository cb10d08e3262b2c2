import { HitlError } from '@hitl/protocol/endpoints';
import type { RunEvent } from '@hitl/protocol';
import { findPending, stopwatch, type ControlState } from '@hitl/protocol/fold';
import type {
  Commit,
  InteractionRecord,
  LoadedSession,
  SessionKey,
  SessionStore,
} from '../store/store.ts';
import { given } from '../base/given.ts';
import type { Failure } from '../base/result.ts';
import type { Command } from '../machine/commands.ts';
import { decide, decideAlso } from '../machine/decide.ts';
import type { Refused } from '../machine/decider.ts';
import type { Recorder } from '../machine/recorder.ts';
import { appendAuditHashes } from '../audit/append-hashes.ts';
import { createRecentSessions } from './recent-sessions.ts';
import { wait } from '../base/wait.ts';

/** Duration of a claim unless it is renewed. */
export const LEASE_MS = 30_000;

/**
 * How long an instance relies on its claim without having renewed it. Work that it stops then has the
 * rest of the lease to end, before another instance may take over the run.
 */
export const RELY_MS = 20_000;

const MAX_ATTEMPTS = 200;

/** Outcome of a command. */
export type Transacted =
  | {
      readonly kind: 'appended';
      readonly state: ControlState;
      readonly events: readonly RunEvent[];
      /** The interactions that it changed, in their new state. */
      readonly interactions: readonly InteractionRecord[];
      /** The commands of the commit, as made for the successful attempt. */
      readonly commands: Commands;
      /** Milliseconds since it began to append: the lease ends `LEASE_MS` after that at the earliest. */
      readonly elapsed: () => number;
    }
  | (Refused & { readonly state: ControlState })
  /** The store's clock passed the deadline before the answer was committed. */
  | { readonly kind: 'too_late'; readonly state: ControlState };

/**
 * Content of one commit: a command, and the commands that directly follow from it, without those
 * that no longer have an effect.
 */
export type Commands = readonly [Command, ...Command[]];

/** Commands with the decision about them, which is used if the log is as it was then. */
export interface DecidedCommands {
  readonly commands: Commands;
  readonly on: Pick<LoadedSession, 'state' | 'now'>;
  /** Contains the events of all commands, and nothing else. */
  readonly decision: Recorder;
}

/** What is to be done with a log. */
type Wanted = Command | Commands | DecidedCommands;

/** Commands; `null`: nothing to do; or why it cannot be done. */
type Made = Wanted | Failure | null;

/** Makes commands for the current state; called again for each attempt. */
export type MakeCommand = (loaded: LoadedSession) => Made | Promise<Made>;

/**
 * Called after each commit of this instance with its number and events. It must not throw, and
 * nothing waits for it.
 */
export type CommitListener = (key: SessionKey, commit: number, events: readonly RunEvent[]) => void;

/**
 * Makes the chapter to store with events, if it is time for one. `before`: the log, `after`: its
 * state with them.
 */
export type WriteChapter = (
  key: SessionKey,
  before: LoadedSession,
  events: readonly RunEvent[],
  after: ControlState,
) => string | undefined;

/** Loads a log, decides and appends; repeats this while other callers append first. */
export interface SessionLog {
  load(key: SessionKey): Promise<LoadedSession>;
  /**
   * Like `load`, but reuses a log that this instance has just appended to: if others have changed
   * it since, the next append fails.
   */
  latest(key: SessionKey): Promise<LoadedSession>;
  /**
   * A log after a commit of this instance, if it was read a moment ago and no one else is known to
   * have changed it since.
   */
  recent(key: SessionKey): LoadedSession | undefined;
  /** Handles a hint of a change, also of one by this instance. */
  hinted(key: SessionKey): void;
  /**
   * Fails with `contention` if other callers appended first repeatedly. `loaded`: the log as the
   * caller has just read it; the first attempt uses it.
   */
  transact(
    key: SessionKey,
    make: Wanted | MakeCommand,
    loaded?: LoadedSession,
  ): Promise<Transacted>;
}

export function createSessionLog(
  store: SessionStore,
  listeners: readonly CommitListener[],
  random: () => number,
  writeChapter: WriteChapter = () => undefined,
  now: () => number = Date.now,
): SessionLog {
  const recent = createRecentSessions();
  /** Whether listeners are being called, which publish the hints of this instance. */
  let announcing = false;

  async function latest(key: SessionKey): Promise<LoadedSession> {
    return recent.find(key) ?? load(key);
  }

  async function load(key: SessionKey): Promise<LoadedSession> {
    const loaded = await store.load(key);
    recent.read(key, loaded);
    return loaded;
  }

  /**
   * Commands of the run's owner, on the cached log: if others have changed it since, nothing is
   * appended, and the commands are decided again. Commands of callers and of deadlines are always
   * decided on the current log.
   */
  async function tryOnRecent(key: SessionKey, wanted: Wanted): Promise<Transacted | undefined> {
    const [first] = toCommands(wanted);
    const held = 'owner' in first ? recent.find(key) : undefined;
    if (held === undefined) return undefined;
    const outcome = await tryOnce(key, held, wanted);
    if (outcome !== 'conflict' && outcome.kind === 'appended') return outcome;
    recent.forget(key);
    return undefined;
  }

  /** Decides and appends; `conflict`: another caller was faster. */
  async function tryOnce(
    key: SessionKey,
    loaded: LoadedSession,
    make: Wanted | MakeCommand,
  ): Promise<Transacted | 'conflict'> {
    const { state } = loaded;
    const made = typeof make === 'function' ? await make(loaded) : make;
    if (made === null) return { kind: 'nothing', state };
    if ('problem' in made) return { kind: 'problem', problem: made.problem, state };
    const decided = decisionOf(key, loaded, made);
    if ('kind' in decided) return { ...decided, state };
    const { commands, decision } = decided;
    const unhashed = decision.commit();
    const { events } = unhashed;
    const commit: Commit = {
      ...unhashed,
      audit: await appendAuditHashes(store, key, loaded, decision),
      ...given({ chapter: writeChapter(key, loaded, events, decision.state) }),
    };
    const limits = {
      leaseMs: LEASE_MS,
      chain: loaded.chain,
      ...given({ notAfter: deadlineOf(state, commands[0]) }),
    };
    const begun = performance.now();
    const elapsed = stopwatch(now);
    const outcome = await store.append(key, loaded.commit, commit, limits);
    if (outcome === 'conflict') return 'conflict';
    if (outcome === 'too_late') return { kind: 'too_late', state };
    recent.appended(key, loaded, { state: decision.state, chain: commit.audit.chain }, begun);
    announcing = true;
    try {
      for (const listener of listeners) listener(key, loaded.commit + 1, events);
    } finally {
      announcing = false;
    }
    return {
      kind: 'appended',
      state: decision.state,
      events,
      interactions: commit.projection.interactions,
      commands,
      elapsed,
    };
  }

  return {
    load,
    latest,
    recent: (key) => recent.find(key),
    hinted(key) {
      if (!announcing) recent.forget(key);
    },
    async transact(key, make, loaded) {
      const done = typeof make === 'function' ? undefined : await tryOnRecent(key, make);
      if (done !== undefined) return done;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const current = attempt === 0 && loaded !== undefined ? loaded : await load(key);
        const outcome = await tryOnce(key, current, make);
        if (outcome !== 'conflict') return outcome;
        await wait(random() * Math.min(attempt, 10));
      }
      throw new HitlError(
        'contention',
        `The session ${key.sessionId} was changed by other callers ${MAX_ATTEMPTS} times in a row. Try again.`,
      );
    },
  };
}

function toCommands(wanted: Wanted): Commands {
  if ('type' in wanted) return [wanted];
  return 'commands' in wanted ? wanted.commands : wanted;
}

/** The decision about commands, made now unless it is known. */
function decisionOf(
  { sessionId }: SessionKey,
  { state, now }: LoadedSession,
  wanted: Wanted,
): Omit<DecidedCommands, 'on'> | Refused {
  if ('on' in wanted && wanted.on.state === state && wanted.on.now === now) return wanted;
  const [first, ...rest] = toCommands(wanted);
  const decided = decide({ sessionId, state, now }, first);
  if (decided.kind !== 'events') return decided;
  // Each command depends on the one before it.
  const end = rest.findIndex((command) => !decideAlso(decided.log, command));
  const commands: Commands = [first, ...(end === -1 ? rest : rest.slice(0, end))];
  return { commands, decision: decided.log };
}

/** An answer counts only if it is committed before its request expires. */
function deadlineOf(state: ControlState, command: Command): string | undefined {
  if (command.type !== 'answer') return undefined;
  return findPending(state, command.interactionId)?.pending.request.expires_at;
}
