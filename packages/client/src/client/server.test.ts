import type { InteractionRequest } from '@hitl/protocol';
import { createHitl, defineTool, type Hitl } from '@hitl/server';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { approvalOf, denialOf } from '../submissions/answers.ts';
import { createBatch } from '../submissions/batch.ts';
import { createHitlClient, type HitlClient } from './client.ts';
import { createInboxStore } from '../stores/inbox-store.ts';
import { createPermissionsStore } from '../stores/permissions-store.ts';
import { createRunStore } from '../stores/run-store.ts';
import {
  createSessionStore,
  type SessionSnapshot,
  type SessionStore,
} from '../stores/session-store.ts';
import type { Store } from '../stores/store.ts';
import { createSubmission } from '../submissions/submission.ts';

/** The client and the real server in one process: no port and no fakes. */
interface Joined {
  readonly hitl: Hitl;
  /** Executions of the tool, in order. */
  readonly effects: string[];
  /** Creates another client of the server. */
  readonly open: () => HitlClient;
}

/** An agent that calls `mail` for each name in its input in parallel, then reports the results. */
function join(): Joined {
  const effects: string[] = [];
  let calls = 0;
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    permission: { kind: 'text', arg: 'to' },
    requiresConsent: true,
    async execute({ to }) {
      effects.push(to);
      return `sent to ${to}`;
    },
  });
  const hitl = createHitl({
    agents: [{ name: 'clerk' }],
    tools: [mail],
    models: [
      {
        name: 'script',
        async *generate({ messages }) {
          const last = messages.at(-1);
          if (last?.role === 'user') {
            yield { type: 'text', text: 'Let me ' };
            yield { type: 'text', text: 'write.' };
            for (const to of last.content.split(' ')) {
              calls += 1;
              yield {
                type: 'tool_call',
                id: `call_${calls}`,
                name: 'mail',
                arguments: JSON.stringify({ to }),
              };
            }
          } else {
            yield { type: 'text', text: `Done: ${last?.content ?? ''}` };
          }
        },
      },
    ],
  });
  onTestFinished(() => hitl.close(0));
  return {
    hitl,
    effects,
    open: () => createHitlClient({ fetch: hitl.fetch, lingerMs: 0 }),
  };
}

/** The first snapshot that satisfies `holds`; the listener stays until the test ends. */
function until<S>(store: Store<S>, holds: (snapshot: S) => boolean): Promise<S> {
  return new Promise((resolve) => {
    const look = (): void => {
      const snapshot = store.getSnapshot();
      if (holds(snapshot)) resolve(snapshot);
    };
    onTestFinished(store.subscribe(look));
    look();
  });
}

const asks =
  (count: number) =>
  ({ pending }: SessionSnapshot): boolean =>
    pending.length === count;

const isDone = ({ run }: SessionSnapshot): boolean => run?.status === 'completed';

async function ask(
  client: HitlClient,
  input: string,
  sessionId = 'ses_1',
): Promise<{ store: SessionStore; pending: readonly InteractionRequest[] }> {
  const store = createSessionStore(client, sessionId);
  const asked = until(store, asks(input.split(' ').length));
  await store.send({ agent_id: 'clerk', input, user_id: 'ada' });
  const { pending } = await asked;
  return { store, pending };
}

test('an answer whose connection is lost can be sent again, and never counts as another one', async () => {
  const { hitl, open, effects } = join();
  const { store, pending } = await ask(open(), 'ada bob');
  const [ada, bob] = pending;
  let way: 'there' | 'back' | 'whole' = 'back';
  const client = createHitlClient({
    async fetch(request) {
      const lost = new TypeError('connection lost');
      if (way === 'there') throw lost;
      const response = await hitl.fetch(request);
      if (way === 'back') throw lost;
      return response;
    },
  });
  await expect(client.respond(approvalOf(ada!))).rejects.toMatchObject({ code: 'network' });
  way = 'there';
  await expect(client.respond(denialOf(bob!))).rejects.toMatchObject({ code: 'network' });
  way = 'whole';
  const again = await client.respond(approvalOf(ada!));
  expect(again.status).toBe('suspended');
  await expect(client.respond(denialOf(ada!))).rejects.toMatchObject({ code: 'already_resolved' });
  await client.respond(denialOf(bob!));
  await until(store, isDone);
  expect(effects).toEqual(['ada']);
});

describe('a whole run', () => {
  test('asks, gets an answer, runs the tool once and completes', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann');
    expect(store.getSnapshot()).toMatchObject({
      status: 'waiting_permission',
      run: { status: 'suspended', agent_id: 'clerk' },
      outbox: [],
      connection: { status: 'open' },
    });
    expect(effects).toEqual([]);
    const submission = createSubmission(client, pending[0]!);
    const done = until(store, isDone);
    expect(await submission.submit(approvalOf(pending[0]!))).toMatchObject({ status: 'confirmed' });
    const { messages, run, live } = await done;
    expect(effects).toEqual(['ann']);
    expect(run?.response).toBe('Done: sent to ann');
    expect(live).toEqual([]);
    expect(messages).toEqual((await client.getMessages('ses_1')).messages);
    expect(run).toEqual(await client.getRun(run!.id));
  });

  test('runs nothing after a denial, and passes its note to the model', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann');
    const done = until(store, isDone);
    await createSubmission(client, pending[0]!).submit(denialOf(pending[0]!, 'Not her'));
    const { run } = await done;
    expect(effects).toEqual([]);
    expect(run?.response).toContain('Not her');
  });

  test('runs edited arguments, and keeps both versions', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann');
    const done = until(store, isDone);
    const edited = approvalOf(pending[0]!, {
      action: 'modify_args',
      modified_args: { to: 'bob' },
    });
    await createSubmission(client, pending[0]!).submit(edited);
    const { run, messages } = await done;
    expect(effects).toEqual(['bob']);
    expect(messages.find(({ tool_calls: calls }) => calls)?.tool_calls?.[0]?.args).toEqual({
      to: 'bob',
    });
    const { entries } = await client.audit(run!.id);
    expect(entries).toContainEqual(
      expect.objectContaining({
        proposed_args: { to: 'ann' },
        approved_args: { to: 'bob' },
      }),
    );
  });

  test('lists, uses and revokes a remembered rule', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann');
    const rules = createPermissionsStore(client, 'ada');
    const saved = until(rules, ({ rules: list }) => list.length === 1);
    const done = until(store, isDone);
    const answer = approvalOf(pending[0]!, { remember: { scope: 'always' } });
    await createSubmission(client, pending[0]!).submit(answer);
    await done;
    expect((await saved).rules).toMatchObject([{ pattern: 'mail(ann)', effect: 'allow' }]);
    await store.send({ agent_id: 'clerk', input: 'ann', user_id: 'ada' });
    await until(store, (snapshot) => effects.length === 2 && isDone(snapshot));
    await rules.revoke('mail(ann)');
    const asked = until(store, asks(1));
    await store.send({ agent_id: 'clerk', input: 'ann', user_id: 'ada' });
    await asked;
    expect(effects).toEqual(['ann', 'ann']);
  });

  test('reports an invalid answer and changes nothing', async () => {
    const { open } = join();
    const client = open();
    const { pending } = await ask(client, 'ann');
    const submission = createSubmission(client, pending[0]!);
    const wrong = approvalOf(pending[0]!, { action: 'modify_args', modified_args: { to: 7 } });
    const outcome = await submission.submit(wrong);
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'invalid_response' } });
    expect(outcome.error?.errors[0]?.path).toContain('modified_args');
    expect(await client.getInteraction(pending[0]!.id)).toMatchObject({ status: 'pending' });
  });

  test('can be answered while its clock is stopped by a pause and after a resume', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann');
    const submission = createSubmission(client, pending[0]!);
    const { id: request_id, type } = pending[0]!;
    expect(await submission.submit({ request_id, type, action: 'pause' })).toMatchObject({
      status: 'paused',
    });
    await until(store, ({ pending: [one] }) => one?.paused === true);
    expect(await submission.submit({ request_id, type, action: 'resume' })).toMatchObject({
      status: 'pending',
    });
    await until(store, ({ pending: [one] }) => one?.paused !== true);
    const done = until(store, isDone);
    await submission.submit(approvalOf(submission.getSnapshot().request));
    await done;
    expect(effects).toEqual(['ann']);
  });

  test('is ended by an abort, which cancels its pending requests', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann bob');
    const other = createSubmission(client, pending[1]!);
    const cancelled = until(other, ({ status }) => status === 'cancelled');
    await client.control({ run_id: pending[0]!.run_id, action: 'abort_run' });
    await cancelled;
    await until(store, ({ run }) => run?.status === 'aborted');
    expect(effects).toEqual([]);
  });
});

describe('several requests', () => {
  test('of a batch are answered in any order, with one resume and calls in their order', async () => {
    const { open, effects } = join();
    const client = open();
    const { store, pending } = await ask(client, 'ann bob cho dan');
    const batch = createBatch(client, pending);
    const done = until(store, isDone);
    await batch.item(pending[2]!.id)?.submit(denialOf(pending[2]!));
    expect(batch.getSnapshot().settled).toBe(1);
    await batch.allowAll();
    await done;
    expect(effects).toEqual(['ann', 'bob', 'dan']);
    expect(batch.getSnapshot().items.map(({ status }) => status)).toEqual(
      Array(4).fill('confirmed'),
    );
  });

  test('answered by twenty people are decided by one, and all cards agree', async () => {
    const { open, effects } = join();
    const { store, pending } = await ask(open(), 'ann');
    const done = until(store, isDone);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const note = { note: `from ${at}` };
        return createSubmission(open(), pending[0]!).submit(approvalOf(pending[0]!, note));
      }),
    );
    await done;
    expect(effects).toEqual(['ann']);
    expect(outcomes.filter(({ status }) => status === 'confirmed')).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 'answered_elsewhere')).toHaveLength(19);
  });

  test('answered in one tab close their card in the other, which says so', async () => {
    const { open } = join();
    const here = open();
    const there = open();
    const { pending } = await ask(here, 'ann');
    const inbox = createInboxStore(there);
    await until(inbox, ({ interactions }) => interactions.length === 1);
    const card = createSubmission(there, pending[0]!);
    const over = until(card, ({ status }) => status === 'answered_elsewhere');
    await createSubmission(here, pending[0]!).submit(approvalOf(pending[0]!));
    expect((await over).settlement).toMatchObject({ outcome: 'answered' });
    await until(inbox, ({ interactions }) => interactions.length === 0);
  });

  test('of all sessions are pending in one inbox', async () => {
    const { open } = join();
    const client = open();
    await ask(client, 'ann', 'ses_1');
    const inbox = createInboxStore(client);
    await until(inbox, ({ loaded }) => loaded);
    await ask(client, 'bob', 'ses_2');
    const both = await until(inbox, ({ interactions }) => interactions.length === 2);
    expect(both.interactions.map(({ session_id: id }) => id)).toEqual(['ses_1', 'ses_2']);
    expect((await client.listInteractions({ status: 'pending' })).interactions).toEqual(
      both.interactions,
    );
  });

  test('look the same to a late client and to one that was there', async () => {
    const { open } = join();
    const { store, pending } = await ask(open(), 'ann bob');
    const late = createSessionStore(open(), 'ses_1');
    const seen = await until(late, ({ loaded }) => loaded);
    const { messages, control, pending: waiting } = store.getSnapshot();
    expect(seen).toMatchObject({ messages, control, pending: waiting });
    const run = createRunStore(open(), pending[0]!.run_id);
    expect(await until(run, ({ loaded }) => loaded)).toMatchObject({
      messages,
      pending: waiting,
      run: { status: 'suspended' },
    });
  });
});

/** The default is for everyday use; `HITL_RUNS=1000` for a long run. */
const RUNS = Number(process.env['HITL_RUNS'] ?? 15);

/** What happens to one exchange. */
type Fault = 'none' | 'not sent' | 'answer lost' | 'bad gateway' | number;

/** A network that applies the n-th fault to the n-th exchange; a number cuts the body there. */
function faulty(
  fetch: (request: Request) => Promise<Response>,
  faults: readonly Fault[],
): (request: Request) => Promise<Response> {
  let exchanges = 0;
  return async (request) => {
    const fault = faults[exchanges] ?? 'none';
    exchanges += 1;
    if (fault === 'not sent') throw new TypeError('fetch failed');
    const response = await fetch(request);
    if (fault === 'answer lost') throw new TypeError('fetch failed');
    if (fault === 'bad gateway') return new Response('<html>', { status: 502 });
    if (typeof fault !== 'number' || response.body === null) return response;
    let left = fault;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) controller.error(new TypeError('terminated'));
      },
    });
    return new Response(response.body.pipeThrough(cut), response);
  };
}

test('whatever the network does, the cards show what is pending, and each approved call runs once', async () => {
  const fault = fc.oneof(
    fc.constantFrom<Fault[]>('none', 'not sent', 'answer lost', 'bad gateway'),
    fc.nat(6000),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 25 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      async (faults, decisions) => {
        const { open, effects, hitl } = join();
        const sound = open();
        const names = ['ann', 'bob', 'cho'].slice(0, decisions.length);
        await sound.createRun({
          agent_id: 'clerk',
          input: names.join(' '),
          session_id: 'ses_1',
          user_id: 'ada',
        });
        const client = createHitlClient({
          fetch: faulty(hitl.fetch, faults),
          lingerMs: 0,
          random: () => 0,
        });
        const store = createSessionStore(client, 'ses_1');
        const { pending } = await until(store, asks(names.length));
        expect(pending).toEqual((await sound.getSession('ses_1')).pending_permissions);
        await Promise.all(
          pending.map(async (request, at) => {
            const submission = createSubmission(client, request);
            const answer = decisions[at] === true ? approvalOf(request) : denialOf(request);
            for (;;) {
              const { status } = await submission.submit(answer);
              if (status === 'confirmed') return;
              expect(['failed', 'unknown']).toContain(status);
              await new Promise((resolve) => void setImmediate(resolve));
            }
          }),
        );
        const { messages } = await until(store, isDone);
        expect(messages).toEqual((await sound.getMessages('ses_1')).messages);
        expect(effects).toEqual(names.filter((_, at) => decisions[at]));
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);
