import type { InteractionRequest, InteractionView } from '@hitl/protocol';
import type { Hitl } from '@hitl/server';
import { stepsOf, type Step } from '../questions/steps.ts';
import { openJournals, OWNER } from './journals.ts';
import { readRequest, type MailboxRequest } from './mailbox-files.ts';
import { readLatest } from './metadata.ts';
import type { DeltaPaths } from './paths.ts';
import { requestOf } from './request-of.ts';

/** The current question of a mailbox. */
export interface MailboxQuestion {
  /** As in the journal; if that is unreadable, built from `request.json`. */
  readonly request: InteractionRequest;
  /** The one step of it that `response.txt` would answer. */
  readonly step: Step;
}

/** The pending requests of a directory. */
export interface MailboxState {
  /** All pending requests of the newest run, in the order in which they are asked. */
  readonly pending: readonly InteractionRequest[];
  /** The current question of the mailbox, or `null`. */
  readonly asked: MailboxQuestion | null;
}

/** Reads the `.delta` of a directory without changing anything. */
export interface MailboxReader {
  read(): Promise<MailboxState>;
  /** A request of the newest run, pending or settled. */
  find(id: string): Promise<InteractionView | null>;
  close(): Promise<void>;
}

const MAX_PENDING = 200;

/** `warn` is called once with each reason why a journal is unreadable. */
export function createMailboxReader(
  paths: DeltaPaths,
  warn: (message: string) => void,
): MailboxReader {
  const reported = new Set<string>();
  let open: { readonly run_id: string; readonly hitl: Hitl } | null = null;

  /** The journal of the newest run; it sees later appends. */
  async function journal(): Promise<{ readonly run_id: string; readonly hitl: Hitl } | null> {
    const latest = readLatest(paths);
    const run_id = latest.kind === 'found' ? latest.metadata.run_id : undefined;
    if (open?.run_id === run_id) return open;
    await open?.hitl.close(0);
    open = null;
    if (run_id === undefined) return null;
    const onDamaged = ({ message }: Error): void => report(message);
    open = { run_id, hitl: openJournals(paths, { sessionId: run_id, onDamaged }) };
    return open;
  }

  function report(message: string): void {
    if (reported.has(message)) return;
    reported.add(message);
    warn(message);
  }

  async function pendingOf(): Promise<readonly InteractionRequest[]> {
    const found = await journal();
    if (found === null) return [];
    const { engine } = found.hitl;
    const listed = await engine.listInteractions(OWNER, {
      status: 'pending',
      sessionId: found.run_id,
      limit: MAX_PENDING,
    });
    return listed.ok ? listed.value.items : [];
  }

  return {
    async read() {
      const pending = await pendingOf();
      const inMailbox = readRequest(paths);
      if (inMailbox === null) return { pending, asked: null };
      const asked = await find(pending, inMailbox);
      if (asked !== null) return { pending, asked };
      const request = requestOf(inMailbox, open?.run_id);
      return { pending: [request], asked: await find([request], inMailbox) };
    },
    async find(id) {
      const found = await journal();
      const view = await found?.hitl.engine.getInteraction(OWNER, id);
      return view?.ok === true ? view.value : null;
    },
    async close() {
      await open?.hitl.close(0);
    },
  };
}

/** The request, and its step, to which the mailbox belongs. */
async function find(
  requests: readonly InteractionRequest[],
  { request_id }: MailboxRequest,
): Promise<MailboxQuestion | null> {
  const all = await Promise.all(
    requests.map(async (request) => ({
      request,
      step: (await stepsOf(request)).find((step) => step.requestId === request_id),
    })),
  );
  for (const { request, step } of all) if (step !== undefined) return { request, step };
  return null;
}
