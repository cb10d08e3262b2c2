import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InteractionPage, InteractionRequest, Run, RunPage } from '@hitl/protocol';
import { expect, onTestFinished } from 'vitest';
import { eventsOf, send } from './http-calls.fixture.ts';
import { folderWith, serveHitl, type ListeningHitl } from './serve-process.fixture.ts';

const CONFIG = `
type: server
max_pending: 64
---
type: permission_store
name: rules
---
type: tool
name: effect
kind: command
command: [bash, ./effect.sh]
parameters: { type: object, properties: { of: { type: string } } }
requires_consent: true
env: [LEDGER]
---
type: agent
name: worker
model:
  provider: scripted
  turns:
    - tool_calls: [{ id: c1, name: effect, args: { of: work } }]
    - text: done
tools: [effect]
permission_store: rules
consent_timeout_ms: null
`;

/** Writes one line to the ledger, in the middle of its run time. */
const EFFECT = `
sleep 0.0$((RANDOM % 30 + 10))
echo "$HITL_IDEMPOTENCY_KEY" >> "$LEDGER"
sleep 0.0$((RANDOM % 30 + 10))
`;

/** Parameters of the test. */
export interface Chaos {
  readonly runs: number;
  /** The value of `--store`, from the folder of the test. */
  readonly store: (folder: string) => string;
  /** How often a random instance is killed, in milliseconds. */
  readonly killEveryMs: number;
  readonly instances: number;
  /** Clock offsets of the instances in milliseconds, in turn. Default: none. */
  readonly skewsMs?: readonly number[];
  /** Disturbs the shared database until it is aborted. */
  readonly disturb?: (over: AbortSignal) => Promise<void>;
}

/**
 * Several servers on one database: every run asks once, every question is answered twice through
 * random instances, once with yes and once with yes or no, while random instances are killed by
 * SIGKILL and restarted. In the end the effects equal the approvals, nothing is lost and every run
 * has ended.
 */
export async function survive(chaos: Chaos): Promise<void> {
  isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const folder = await folderWith({
    'config/config.yaml': CONFIG,
    'config/effect.sh': EFFECT,
    ledger: '',
  });
  const ledger = join(folder, 'ledger');
  const skews = chaos.skewsMs ?? [0];
  const launch = (index: number) =>
    serveHitl(
      ['--config', join(folder, 'config'), '--store', chaos.store(folder), '--log-level', 'error'],
      {
        cwd: folder,
        env: { LEDGER: ledger, NODE_OPTIONS: clockOff(skews[index % skews.length] ?? 0) },
      },
    );
  // One after the other, because they create the tables; that race is tested with the stores.
  const instances: ListeningHitl[] = [await launch(0)];
  for (let index = 1; index < chaos.instances; index += 1) instances.push(await launch(index));
  const any = () => instances[Math.floor(Math.random() * instances.length)]?.url ?? '';

  const over = new AbortController();
  const killing = (async () => {
    while (!over.signal.aborted) {
      await pause(chaos.killEveryMs);
      const index = Math.floor(Math.random() * instances.length);
      instances[index]?.kill('SIGKILL');
      await instances[index]?.ended;
      // Like a supervisor: a server that cannot reach its database exits, and is restarted.
      instances[index] = await persistently(() => launch(index));
    }
  })();

  const disturbing = chaos.disturb?.(over.signal);

  await inParallel(8, chaos.runs, (index) =>
    persistently(async () => {
      const created = await send(
        `${any()}/runs`,
        { agent_id: 'worker', input: `work ${index}`, user_id: 'ann' },
        { 'idempotency-key': `run-${index}` },
      );
      if (created.status !== 201) throw new Error(await created.text());
    }),
  );
  const repeated: string[] = [];
  while ((await unfinished(any)) > 0) {
    const waiting = await persistently(() => pending(any()));
    await inParallel(6, waiting.length, async (index) => {
      const request = waiting[index];
      if (request !== undefined) await answerTwice(any, request, { ledger, repeated });
    });
    if (waiting.length === 0) await pause(200);
  }
  over.abort();
  await Promise.all([killing, disturbing]);

  const runs = await persistently(() => allRuns(any()));
  expect(runs.map(({ status }) => status)).toEqual(Array(chaos.runs).fill('completed'));
  const approved: string[] = [];
  for (const run of runs) {
    const events = await persistently(() => eventsOfRun(any(), run.id));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const decisions = events.flatMap((event) =>
      event.type === 'interaction_response' ? [event.data.decision?.action] : [],
    );
    if (decisions.includes('approve')) approved.push(`${run.id}:c1`);
  }
  const effects = (await readFile(ledger, 'utf8')).split('\n').filter((line) => line !== '');
  for (const key of repeated) {
    // A command outlives its server, and may have had its effect after a person looked for it.
    const isTwice = effects.indexOf(key) !== effects.lastIndexOf(key);
    if (isTwice) effects.splice(effects.indexOf(key), 1);
  }
  expect(effects.toSorted()).toEqual(approved.toSorted());
}

/** Shifts the time of a process: `Date` is off, timers are not. */
function clockOff(skewMs: number): string {
  if (skewMs === 0) return '';
  const code = `
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${skewMs}) : super(...given); }
      static now() { return Real.now() + ${skewMs}; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

async function answerTwice(
  any: () => string,
  request: InteractionRequest,
  { ledger, repeated }: { readonly ledger: string; readonly repeated: string[] },
): Promise<void> {
  const answer = (body: Record<string, unknown>) =>
    persistently(async () => {
      const response = await send(
        `${any()}/interactions/${request.id}/respond`,
        { request_id: request.id, type: request.type, ...body },
        { accept: 'application/json' },
      );
      // The second answer gets a conflict.
      if (response.status !== 200 && response.status !== 409) {
        throw new Error(`${response.status} ${await response.text()}`);
      }
      await response.body?.cancel();
    });
  if (request.purpose === 'recovery') {
    // A person checks whether it was done, because no server can know.
    const key = `${request.run_id}:c1`;
    const done = (await readFile(ledger, 'utf8')).includes(`${key}\n`);
    if (!done) repeated.push(key);
    await answer({ selected_values: [done ? 'mark_done' : 'retry'], text: 'done' });
    return;
  }
  const second = Math.random() < 0.5 ? 'approve' : 'deny';
  await Promise.all([answer({ action: 'approve' }), answer({ action: second })]);
}

/** A server that cannot answer now counts as down. */
async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

async function pending(url: string): Promise<InteractionRequest[]> {
  const response = await get(`${url}/interactions?status=pending&limit=100`);
  return ((await response.json()) as InteractionPage).interactions;
}

async function allRuns(url: string): Promise<Run[]> {
  const runs: Run[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await get(`${url}/runs?limit=100${query}`);
    const page = (await response.json()) as RunPage;
    runs.push(...page.runs);
    cursor = page.next_cursor;
  }
  return runs;
}

async function unfinished(any: () => string): Promise<number> {
  const runs = await persistently(() => allRuns(any()));
  return runs.filter(({ status }) => status !== 'completed').length;
}

async function eventsOfRun(url: string, id: string) {
  const response = await get(`${url}/runs/${id}/events`);
  const events = [];
  for await (const event of eventsOf(response)) events.push(event);
  if (events.at(-1)?.type !== 'run_completed') throw new Error(`the stream of ${id} was cut`);
  return events;
}

/** Whether the test has ended. */
let isOver = false;

/** Retries like a client whose server is down, as long as the test runs. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isOver) throw error;
      await pause(50);
    }
  }
}

async function inParallel(
  width: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        next += 1;
        await work(next - 1);
      }
    }),
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
