import type { CreateRunInput, Run } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';
import { toClientError, type ClientError } from '../base/errors.ts';
import { randomKey } from '../base/random-key.ts';

/** A message of the user that is not in the transcript yet. */
export interface OutgoingMessage {
  readonly id: string;
  readonly input: string;
  /**
   * - `sending`: being sent.
   * - `sent`: accepted by the server; its events have not arrived yet.
   * - `failed`: not confirmed; `retry` sends it again, and it starts at most one run.
   */
  readonly status: 'sending' | 'sent' | 'failed';
  readonly error?: ClientError;
  /** Its run, once it is known. */
  readonly runId?: string;
}

/** Sends messages, each of which starts a run. */
export interface Outbox {
  /** Oldest first, without messages that are in the transcript according to `isKnown`. */
  list(isKnown: (runId: string) => boolean): readonly OutgoingMessage[];
  send(input: CreateRunInput): Promise<Run>;
  retry(id: string): Promise<Run>;
  discard(id: string): void;
}

const NONE: readonly OutgoingMessage[] = [];

/** `changed` is called after each change. */
export function createOutbox(client: HitlClient, notify: () => void): Outbox {
  let entries: readonly (OutgoingMessage & { readonly body: CreateRunInput })[] = [];
  let listed = NONE;

  function put(id: string, change: Partial<OutgoingMessage>): void {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
    notify();
  }

  async function post(id: string, body: CreateRunInput): Promise<Run> {
    try {
      // The id is the idempotency key, so that a retry finds the run that the first attempt may
      // have started.
      const run = await client.createRun(body, { idempotencyKey: id });
      put(id, { status: 'sent', runId: run.id });
      return run;
    } catch (thrown) {
      const error = toClientError(thrown, 'send');
      put(id, { status: 'failed', error });
      throw error;
    }
  }

  return {
    list(isKnown) {
      if (entries.length === 0) return (listed = NONE);
      const rest = entries.filter(({ runId }) => runId === undefined || !isKnown(runId));
      if (rest.length !== entries.length) entries = rest;
      const same = rest.length === listed.length && rest.every((one, at) => one === listed[at]);
      if (!same) listed = rest;
      return listed;
    },
    send(body) {
      const id = randomKey();
      entries = [...entries, { id, input: body.input, status: 'sending', body }];
      notify();
      return post(id, body);
    },
    async retry(id) {
      const entry = entries.find((one) => one.id === id);
      if (entry?.status !== 'failed') {
        throw new TypeError(`There is no failed message ${id} to send again.`);
      }
      const { error: _, ...rest } = entry;
      entries = entries.map((one) => (one === entry ? { ...rest, status: 'sending' } : one));
      notify();
      return post(id, entry.body);
    },
    discard(id) {
      entries = entries.filter((entry) => entry.id !== id || entry.status === 'sending');
      notify();
    },
  };
}
