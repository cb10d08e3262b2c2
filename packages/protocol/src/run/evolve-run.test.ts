import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  batchJudged,
  confirmResponse,
  errorEvent,
  runAborted,
  runClaimed,
  runCompleted,
  runPaused,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  toolCall,
} from '../testing.ts';
import type { EventDraft } from './event.ts';
import { evolveRun } from './evolve-run.ts';
import { INITIAL_CONTROL, activeTree, runOf, sessionStatus, type ControlState } from './state.ts';
import { fold, folded, treeIn, callIn, request, proposing, waiting } from './evolve-run.fixture.ts';

describe('the session', () => {
  it('takes its user and its title from the first run', () => {
    const state = folded(
      runStarted({ user_id: null, input: 'First' }),
      runCompleted(),
      runStarted({ user_id: 'grace', input: 'Second' }, { run_id: 'run_2' }),
    );
    expect([state.session_id, state.user_id, state.title]).toEqual(['ses_1', null, 'First']);
  });

  it('cuts the title between characters, never inside one', () => {
    const title = (input: string) => folded(runStarted({ input })).title;
    expect(title('x'.repeat(200))).toBe('x'.repeat(80));
    expect(title(`${'x'.repeat(79)}😀!`)).toBe('x'.repeat(79));
    expect(title(`${'x'.repeat(78)}😀!`)).toBe(`${'x'.repeat(78)}😀`);
  });

  it('numbers steps through all its runs, always upwards', () => {
    const log = sessionLog([
      runStarted(),
      stepCompleted(),
      runStarted({ external: true }, { run_id: 'run_2' }),
      stepCompleted({ id: 'msg_2' }, { run_id: 'run_2' }),
      stepCompleted({ id: 'msg_3' }),
    ]);
    expect(fold(log).last_sequence).toBe(3);
    const last = log.at(-1) ?? expect.fail('empty');
    const late = sessionLog([stepCompleted({ id: 'msg_4' })], { after: log }).map((event) =>
      event.type === 'step_completed'
        ? { ...event, data: { step: { ...event.data.step, sequence: 1 } } }
        : event,
    );
    expect(fold(late, fold(log)).last_sequence).toBe(3);
    expect(fold(late, fold(log)).last_timestamp > last.timestamp).toBe(true);
  });

  it('numbers each root run separately', () => {
    const state = folded(
      runStarted(),
      runStarted({ external: true }, { run_id: 'run_2' }),
      stepCompleted(),
    );
    expect(treeIn(state).last_seq).toBe(2);
    expect(treeIn(state, 'run_2').last_seq).toBe(1);
  });

  it('keeps two trees apart even if their calls have equal ids', () => {
    const other = authorizationRequest({ id: 'int_2', run_id: 'run_2' });
    const state = folded(
      ...waiting,
      runStarted({ external: true }, { run_id: 'run_2' }),
      ...suspension(other),
      ...settlement(other, confirmResponse({ request_id: 'int_2', confirmed: false })),
      runCompleted({ response: 'denied' }, { run_id: 'run_2' }),
    );
    expect(callIn(state).status).toBe('waiting');
    expect(treeIn(state).pending.map(({ request: { id } }) => id)).toEqual(['int_1']);
    expect(sessionStatus(state)).toBe('waiting_permission');
    expect(activeTree(state)?.root_run_id).toBe('run_1');
  });

  it('deletes a finished run when the next one starts, and external ones at any start', () => {
    const over = folded(
      runStarted({ external: true }, { run_id: 'run_0' }),
      runCompleted({}, { run_id: 'run_0' }),
      runStarted(),
      runCompleted(),
    );
    expect(Object.keys(over.trees)).toEqual(['run_1']);
    const log = sessionLog([
      runStarted(),
      runCompleted(),
      runStarted({ external: true }, { run_id: 'run_2' }),
    ]);
    expect(Object.keys(fold(log).trees)).toEqual(['run_1', 'run_2']);
    const next = sessionLog([runStarted({}, { run_id: 'run_3' })], { after: log });
    expect(Object.keys(fold(next, fold(log)).trees)).toEqual(['run_2', 'run_3']);
  });

  it('ignores the repeated start of a deleted run', () => {
    const log = sessionLog([runStarted(), runCompleted(), runStarted({}, { run_id: 'run_2' })]);
    const state = fold(log);
    expect(fold(log, state)).toBe(state);
  });

  it('keeps rules that are not stored yet after the end of their run', () => {
    const rules = [{ pattern: 'bash(ls)', effect: 'allow', scope: 'always' }] as const;
    const state = folded(
      ...waiting,
      ...settlement(request, confirmResponse(), { decision: { rules: [...rules] } }),
      runAborted(),
      runStarted({}, { run_id: 'run_2' }),
    );
    expect(treeIn(state).unsaved).toEqual([{ interaction_id: 'int_1', run_id: 'run_1', rules }]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'treats %s as an id like any other',
    (id) => {
      const asked = authorizationRequest({ id, run_id: id, message_id: id, tool_call_id: id });
      const place = { run_id: id };
      const log = sessionLog([
        runStarted({}, place),
        stepCompleted({ id, role: 'assistant', tool_calls: [toolCall({ id })] }, place),
        batchJudged({ message_id: id }, place),
        ...suspension(asked),
      ]);
      const state = fold(log);
      expect(Object.keys(state.trees)).toEqual([id]);
      const tree = treeIn(state, id);
      expect(runOf(tree, id)?.batch?.calls[0]?.status).toBe('waiting');
      expect(fold(log, JSON.parse(JSON.stringify(state)) as ControlState)).toEqual(state);
      expect('ended' in {}).toBe(false);
      // An empty state has no tree with this name, and an unfinished tree no such run.
      const [ghost] = sessionLog([errorEvent({}, place)]);
      expect(evolveRun(INITIAL_CONTROL, ghost ?? expect.fail('no event'))).toBe(INITIAL_CONTROL);
      expect(runOf(treeIn(folded(...waiting)), id)).toBeUndefined();
    },
  );
});

describe('ownership', () => {
  it('is taken by a claim, and released only by suspension and end', () => {
    const owner = (...drafts: readonly EventDraft[]) => treeIn(folded(...drafts)).owner;
    expect(owner(...proposing('call_1'))).toBe('host:1:a');
    expect(owner(...proposing('call_1'), runPaused())).toBe('host:1:a');
    expect(owner(...waiting)).toBeUndefined();
    expect(owner(runStarted(), runClaimed(), runCompleted())).toBeUndefined();
    expect(owner(runStarted(), runClaimed(), runClaimed({ owner: 'b', attempt: 2 }))).toBe('b');
  });
});
