import { lstatSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionRequest, InteractionStatus, InteractionView } from '@hitl/protocol';
import { handlesIn, reveal } from '@hitl/server';
import type { Engine, Result, SessionKey, Vault } from '@hitl/server';
import type { Log } from '../process/log.ts';
import { createMailboxReader, type MailboxQuestion } from '../delta-folder/mailbox-reader.ts';
import { answerToStep, relayedQuestion } from './relayed-question.ts';
import { formatResponse } from '../questions/format-response.ts';
import { currentAnswer, writeResponse } from '../delta-folder/write-response.ts';
import { OWNER } from '../delta-folder/journals.ts';
import { deltaPaths } from '../delta-folder/paths.ts';
import { messageOf } from '../process/message-of.ts';

/** Shows the pending request of a directory in the server's inbox, and writes answers back. */
export interface MailboxRelay {
  /** Pending requests stay pending on both sides. */
  close(): Promise<void>;
}

export interface MailboxRelayOptions {
  readonly engine: Engine;
  /** Vault of the server, with the secrets in answers. */
  readonly vault: Vault | null;
  /** An absolute path. */
  readonly directory: string;
  readonly log: Log;
}

/** Metadata that links a request to its mailbox. Untrusted, because any caller can set it. */
interface MailboxMark {
  readonly directory?: unknown;
  readonly interaction_id?: unknown;
}

/** Polling interval, for systems that do not report file changes. */
const LOOK_MS = 500;
const WAIT_MS = 60_000;
const PAGE = 200;
/** Maximum number of times that a withdrawn question is asked again. */
const MAX_ATTEMPTS = 1000;

/**
 * Starts to relay a mailbox. All its state is in the mailbox and in the server's log, so it can
 * crash at any time: each question is asked once, and an answer that was not written to the mailbox
 * is written by the next relay.
 */
export function createMailboxRelay(options: MailboxRelayOptions): MailboxRelay {
  const { engine, vault, directory, log } = options;
  const paths = deltaPaths(directory);
  const reader = createMailboxReader(paths, (message) => log.warn(message));
  const closing = new AbortController();
  const { signal } = closing;
  /** State of the files at the last check; `undefined` forces a check. */
  let seen: string | undefined;
  /** The question at the last check; `undefined` before the first one. */
  let shown: InteractionRequest | null | undefined;
  let awaited: string | undefined;
  let trouble: string | undefined;
  const working = work();

  return {
    async close() {
      closing.abort();
      await working;
      await reader.close();
    },
  };

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        await checkIfChanged();
        trouble = undefined;
      } catch (error) {
        seen = undefined;
        const message = messageOf(error);
        if (message !== trouble) log.error(`${directory}: ${message}`);
        trouble = message;
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async function checkIfChanged(): Promise<void> {
    const now = [paths.request, paths.response, paths.latest].map(fileStamp).join(' ');
    if (now === seen) return;
    seen = now;
    await check();
  }

  async function check(): Promise<void> {
    const { asked } = await reader.read();
    if (shown === undefined) await removeSecrets(asked?.request.session_id);
    else if (shown !== null && shown.id !== asked?.request.id) {
      // The mailbox has moved on, so the run has read the answer and stores it itself.
      await vault?.remove(keyOf(shown));
    }
    shown = asked?.request ?? null;
    const fit = asked !== null && (await currentAnswer(paths, asked.step)) === 'fit';
    if (asked === null || fit) return withdraw(() => false);
    await withdraw((_, mark) => mark.interaction_id === asked.request.id);
    const current = await relay(asked);
    // The same question may be pending in another form, from when its journal was unreadable.
    await withdraw(({ id }) => id === current);
  }

  /** Withdraws requests that this mailbox no longer asks or that were answered elsewhere. */
  async function withdraw(
    isKept: (request: InteractionRequest, mark: MailboxMark) => boolean,
  ): Promise<void> {
    for (const { request, mark } of await fromThisMailbox('pending')) {
      if (isKept(request, mark)) continue;
      await engine.control(OWNER, {
        run_id: request.run_id,
        action: 'abort_run',
        payload: { reason: 'The mailbox no longer asks this question' },
      });
    }
  }

  /** Removes the secrets of runs that continued while no server was running. */
  async function removeSecrets(waiting: string | undefined): Promise<void> {
    if (vault === null) return;
    const answered = await fromThisMailbox('answered');
    const sessions = new Set(answered.map(({ request }) => request.session_id));
    if (waiting !== undefined) sessions.delete(waiting);
    for (const sessionId of sessions) {
      await vault.remove({ tenantId: OWNER.tenantId, sessionId });
    }
  }

  /** Requests from this mailbox. */
  async function fromThisMailbox(
    status: InteractionStatus,
  ): Promise<readonly { request: InteractionRequest; mark: MailboxMark }[]> {
    const found: { request: InteractionRequest; mark: MailboxMark }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof engine.listInteractions>> =
        await engine.listInteractions(OWNER, {
          status,
          limit: PAGE,
          ...(cursor !== null && { cursor }),
        });
      const { items, nextCursor } = valueOf(page);
      for (const request of items) {
        const mark = Object(request.metadata['mailbox']) as MailboxMark;
        if (mark.directory === directory) found.push({ request, mark });
      }
      cursor = nextCursor;
    } while (cursor !== null);
    return found;
  }

  /**
   * Asks a question on the server, or writes its answer to the mailbox. Returns the id of the
   * pending request, if any.
   */
  async function relay(asked: MailboxQuestion): Promise<string | undefined> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !signal.aborted; attempt += 1) {
      const view = await put(asked.request, attempt);
      if (view === 'refused') return undefined;
      if (view === 'taken') continue;
      if (view.status === 'pending') {
        void awaitAnswer(view.interaction_request.id);
        return view.interaction_request.id;
      }
      // A withdrawn question, or one whose answer could not be used, is asked again.
      if (view.status === 'answered' && (await write(asked, view))) return undefined;
    }
    return undefined;
  }

  /**
   * Creates the request, once. `taken`: its id is in use. `refused`: it cannot be asked on the
   * server.
   */
  async function put(
    request: InteractionRequest,
    attempt: number,
  ): Promise<InteractionView | 'taken' | 'refused'> {
    const { input, allowedActions } = relayedQuestion(request, directory, attempt);
    const outcome = await engine.createInteraction(OWNER, input, { relayed: { allowedActions } });
    if (!outcome.ok && outcome.problem.code === 'idempotency_conflict') return 'taken';
    const { isNew, outcome: current } = valueOf(outcome);
    const { interaction_request: asked, run_id, status = 'pending', reason = '' } = current;
    if (asked === undefined) {
      log.warn(`${directory}: ${request.id} cannot be shown here: ${reason}`);
      return 'refused';
    }
    if (isNew) log.info(`${directory}: ${request.id} is pending`);
    return { ...current, interaction_request: asked, run_id: run_id ?? asked.run_id, status };
  }

  /** Triggers a check once the request is settled. Never fails. */
  async function awaitAnswer(id: string): Promise<void> {
    if (awaited === id) return;
    awaited = id;
    try {
      while (!signal.aborted) {
        const view = await engine.getInteraction(OWNER, id, { waitMs: WAIT_MS, signal });
        if (!view.ok || view.value.status !== 'pending') break;
      }
    } catch {
      // The store is unavailable or closing: the next check reports that and waits again.
    }
    if (awaited === id) awaited = undefined;
    seen = undefined;
  }

  /** Whether the mailbox has this answer or cannot take it now; `false`: it must be asked again. */
  async function write(
    { request, step }: MailboxQuestion,
    view: InteractionView,
  ): Promise<boolean> {
    const secrets = (await vault?.list(keyOf(request))) ?? [];
    const response = view.response === undefined ? undefined : reveal(view.response, secrets);
    if (response === undefined || handlesIn(response).length > 0) {
      log.warn(
        `${directory}: the secret of ${request.id} was lost with its process. It is asked again`,
      );
      return false;
    }
    const answer = answerToStep(request, step, response);
    const text = answer === null ? null : formatResponse(step, answer);
    if (text === null) {
      log.warn(
        `${directory}: the answer to ${request.id} cannot be written to a mailbox. It is asked again`,
      );
      return false;
    }
    const written = await writeResponse(paths, step, text);
    // Another process uses the mailbox: the next check shows the result.
    if (written === 'busy') seen = undefined;
    else if (written === 'written')
      log.info(`${directory}: the answer to ${request.id} is written`);
    else log.warn(`${directory}: the answer to ${request.id} came too late`);
    return true;
  }
}

function keyOf({ session_id: sessionId }: InteractionRequest): SessionKey {
  return { tenantId: OWNER.tenantId, sessionId };
}

/** Identifies a state of a file; an unreadable file counts as missing. */
function fileStamp(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '-' : `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problem.detail);
}
