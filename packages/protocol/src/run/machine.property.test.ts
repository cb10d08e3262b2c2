import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interactionResponse, permissionUpdated, sessionLog, testTime } from '../testing.ts';
import type { EventDraft, RunEvent } from './event.ts';
import { evolveMessages, type Messages } from './evolve-messages.ts';
import { evolveRun } from './evolve-run.ts';
import { createModel, type Model } from './legal-log.fixture.ts';
import {
  INITIAL_CONTROL,
  activeTree,
  isFinished,
  nextDeadline,
  pendingOf,
  rootOf,
  runOf,
  sessionStatus,
  statusOf,
  treeOf,
  type ControlState,
} from './state.ts';

interface Folded {
  readonly control: ControlState;
  readonly messages: Messages;
}

const EMPTY: Folded = { control: INITIAL_CONTROL, messages: [] };

const fold = (folded: Folded, events: readonly RunEvent[]): Folded => ({
  control: events.reduce(evolveRun, folded.control),
  messages: events.reduce(evolveMessages, folded.messages),
});

/** Choices for a whole session; the walk ends when they are used up. */
const walks = fc.array(fc.nat(1000), { minLength: 20, maxLength: 400, size: 'max' });

function walk(
  choices: readonly number[],
  check: (model: Model, commit: readonly RunEvent[]) => void,
) {
  let at = 0;
  const model = createModel((count) => {
    const choice = choices[at] ?? 0;
    at += 1;
    return choice % count;
  });
  while (at < choices.length) check(model, model.step());
  return model;
}

function blocksOf(messages: Messages) {
  return messages.flatMap((message) => message.blocks.map((block) => ({ message, block })));
}

/** After a commit: the folds agree with the model, and the invariants of REQUIREMENTS 4 hold. */
function checkCommit({ control, messages }: Folded, model: Model): void {
  const asked = model.gates.map(({ request }) => request.id);
  const pending = Object.values(control.trees).flatMap((tree) => tree.pending);
  const blocks = blocksOf(messages);
  const waiting = blocks.filter(({ block }) => block.status === 'pending');

  // The pending requests are those of the pending blocks and of the model; external calls have no
  // block.
  expect(pending.map(({ request }) => request.id).toSorted()).toEqual(asked.toSorted());
  expect(waiting.map(({ block }) => block.interaction_id).toSorted()).toEqual(
    model.gates
      .filter(({ external }) => !external)
      .map(({ request }) => request.id)
      .toSorted(),
  );
  // The session is waiting if and only if a request is pending, each in its run's newest message.
  expect(sessionStatus(control) === 'waiting_permission').toBe(asked.length > 0);
  for (const { message } of waiting) {
    const newest = messages.findLast(
      ({ run_id, role }) => run_id === message.run_id && role === 'assistant',
    );
    expect(message).toBe(newest);
  }
  // A run with an owner is not waiting for a person.
  for (const tree of Object.values(control.trees)) {
    if (tree.owner !== undefined) expect(tree.pending).toEqual([]);
    if (isFinished(tree)) expect([tree.owner, tree.pending]).toEqual([undefined, []]);
  }
  // Each clock runs out when the model says, or is stopped.
  const deadlines = model.gates.flatMap(({ deadline }) =>
    deadline === undefined ? [] : [deadline],
  );
  expect(nextDeadline(control)).toBe(
    deadlines.length === 0 ? null : testTime(Math.min(...deadlines)),
  );
  for (const gate of model.gates) {
    const own = pending.find(({ request }) => request.id === gate.request.id);
    expect(own?.remaining_ms).toBe(
      gate.remaining === undefined ? undefined : gate.remaining * 1000,
    );
    expect(own?.request.paused ?? false).toBe(gate.paused);
  }
  checkRuns(control, messages, model);
  const unsaved = Object.values(control.trees).flatMap((tree) => tree.unsaved);
  expect(unsaved.map(({ interaction_id: id }) => id).toSorted()).toEqual(model.unsaved.toSorted());
}

function checkRuns(control: ControlState, messages: Messages, model: Model): void {
  const [root] = model.runs;
  const tree = activeTree(control);
  expect(tree?.root_run_id).toBe(root?.id);
  if (tree !== undefined) {
    expect(Object.keys(tree.runs).toSorted()).toEqual(model.runs.map(({ id }) => id).toSorted());
    const isWaiting = pendingOf(tree, tree.root_run_id).length > 0;
    expect(statusOf(tree, rootOf(tree))).toBe(
      model.paused ? 'paused' : isWaiting ? 'suspended' : 'running',
    );
  }
  for (const known of model.runs) {
    const run = tree && runOf(tree, known.id);
    expect(run?.steps).toBe(known.steps);
    const calls = run?.batch?.calls ?? [];
    expect(calls.map(({ tool_call_id: id, status }) => [id, status])).toEqual(
      known.calls.map(({ id, status }) => [id, status]),
    );
    expect(calls.map(({ args, attempt }) => [args, attempt])).toEqual(
      known.calls.map(({ args, attempt }) => [args, attempt]),
    );
    // The model was called once, and once more for each completed batch.
    if (known.steps > 0) expect(run?.steps).toBe(1 + known.completedBatches);
    const message = messages.find(({ id }) => id === known.message);
    expect(message?.tool_calls ?? []).toEqual(
      known.calls.map(({ id, args }) => ({ id, name: 'bash', args })),
    );
  }
  for (const [id, status] of model.ended) {
    const ended = treeOf(control, id);
    if (ended !== undefined) expect(statusOf(ended, rootOf(ended))).toBe(status);
  }
  // At most one result for each call, in call order, after its message.
  for (const message of messages.filter(({ role }) => role === 'assistant')) {
    const order = message.tool_calls?.map(({ id }) => id) ?? [];
    const results = messages
      .slice(messages.indexOf(message))
      .filter(({ role, run_id: run }) => role === 'tool' && run === message.run_id)
      .map(({ tool_call_id: id }) => id ?? '')
      .filter((id) => order.includes(id));
    expect(results).toEqual(order.filter((id) => results.includes(id)));
  }
}

describe('the machine', { timeout: 180_000 }, () => {
  it('folds every legal log to the expected state', () => {
    fc.assert(
      fc.property(walks, (choices) => {
        let folded = EMPTY;
        walk(choices, (model, commit) => {
          folded = fold(folded, commit);
          checkCommit(folded, model);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('runs nothing of a waiting batch, and settles each block once', () => {
    fc.assert(
      fc.property(walks, (choices) => {
        const statuses = new Map<string, string>();
        let messages: Messages = [];
        walk(choices, (_, commit) => {
          for (const event of commit) {
            if (event.type === 'tool_started') {
              const { tool_call_id: call } = event.data;
              const message = messages.find(
                ({ run_id, tool_calls }) =>
                  run_id === event.run_id && tool_calls?.some(({ id }) => id === call) === true,
              );
              expect(message?.blocks.filter(({ status }) => status === 'pending')).toEqual([]);
            }
            messages = evolveMessages(messages, event);
            for (const { block } of blocksOf(messages)) {
              const before = statuses.get(block.interaction_id) ?? 'pending';
              if (before !== 'pending') expect(block.status).toBe(before);
              statuses.set(block.interaction_id, block.status);
            }
          }
        });
      }),
      { numRuns: 100 },
    );
  });

  it('ignores a decision after the settlement', () => {
    fc.assert(
      fc.property(walks, fc.nat(), fc.constantFrom('approve', 'deny'), (choices, at, action) => {
        const model = walk(choices, () => undefined);
        const gate = model.settled[at % Math.max(model.settled.length, 1)];
        fc.pre(gate !== undefined);
        const log = model.commits.flat();
        const folded = fold(EMPTY, log);
        const { request } = gate;
        const ids = { interaction_id: request.id, tool_call_id: request.tool_call_id };
        const place = { run_id: request.run_id };
        const late: EventDraft[] = [
          interactionResponse(
            { ...ids, decision: { tool_call_id: request.tool_call_id, action } },
            place,
          ),
          permissionUpdated({ ...ids, message_id: request.message_id ?? '' }, place),
        ];
        const again = fold(folded, sessionLog(late, { after: log }));
        expect(again.messages).toBe(folded.messages);
        expect(unplaced(again.control)).toEqual(unplaced(folded.control));
      }),
      { numRuns: 100 },
    );
  });

  it('folds a log from any prefix on, and ignores repeats', () => {
    fc.assert(
      fc.property(walks, fc.nat(), fc.nat(), (choices, first, second) => {
        const log = walk(choices, () => undefined).commits.flat();
        const whole = fold(EMPTY, log);
        const to = first % (log.length + 1);
        const from = second % (to + 1);
        const prefix = fold(EMPTY, log.slice(0, to));
        expect(fold(prefix, log.slice(to))).toEqual(whole);
        // Events that a reconnect delivers twice.
        const again = fold(prefix, log.slice(from, to));
        expect(again.control).toBe(prefix.control);
        expect(again.messages).toBe(prefix.messages);
      }),
      { numRuns: 100 },
    );
  });

  it('survives JSON: a stored state continues like the one in memory', () => {
    fc.assert(
      fc.property(walks, fc.nat(), (choices, at) => {
        const log = walk(choices, () => undefined).commits.flat();
        const to = at % (log.length + 1);
        const prefix = fold(EMPTY, log.slice(0, to));
        const stored = JSON.parse(JSON.stringify(prefix)) as Folded;
        expect(stored).toEqual(prefix);
        expect(fold(stored, log.slice(to))).toEqual(fold(prefix, log.slice(to)));
      }),
      { numRuns: 100 },
    );
  });

  it('never mutates a given state', () => {
    fc.assert(
      fc.property(walks, (choices) => {
        const log = walk(choices, () => undefined).commits.flat();
        const frozen = log.reduce<Folded>(
          (folded, event) => deepFreeze(fold(folded, [deepFreeze(event)])),
          deepFreeze(EMPTY),
        );
        expect(frozen).toEqual(fold(EMPTY, log));
      }),
      { numRuns: 50 },
    );
  });

  it('deletes finished trees except the newest run, so that the state stays small (ARCHITECTURE 5)', () => {
    fc.assert(
      fc.property(walks, (choices) => {
        let control = INITIAL_CONTROL;
        walk(choices, (_, commit) => {
          control = commit.reduce(evolveRun, control);
          const past = Object.values(control.trees).filter(
            (tree) => isFinished(tree) && tree.unsaved.length === 0,
          );
          const started = commit.filter(
            ({ type, run_id, root_run_id: root }) => type === 'run_started' && run_id === root,
          );
          if (started.length === 0) return;
          const isOwn = started.some(({ data }) => !('external' in data));
          expect(past.filter((tree) => isOwn || rootOf(tree).external)).toEqual([]);
        });
      }),
      { numRuns: 50 },
    );
  });
});

/** A state without the members that every event changes. */
function unplaced(control: ControlState): unknown {
  const text = JSON.stringify(control, (key, value: unknown) =>
    ['last_seq', 'last_timestamp', 'updated_at'].includes(key) ? undefined : value,
  );
  return JSON.parse(text);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
