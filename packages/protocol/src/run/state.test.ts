import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  inputRequest,
  runAborted,
  runCompleted,
  runFailed,
  runPaused,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  testTime,
  toolCall,
  toolStarted,
} from '../testing.ts';
import type { EventDraft } from './event.ts';
import { evolveRun } from './evolve-run.ts';
import {
  INITIAL_CONTROL,
  activeTree,
  chainOf,
  findPending,
  isFinished,
  nextDeadline,
  pendingOf,
  rootOf,
  runOf,
  sessionStatus,
  statusOf,
  toRun,
  treeOf,
} from './state.ts';

const folded = (...drafts: readonly EventDraft[]) =>
  sessionLog(drafts).reduce(evolveRun, INITIAL_CONTROL);

const nesting = [
  runStarted(),
  stepCompleted({ id: 'msg_2', role: 'assistant', tool_calls: [toolCall()] }),
  toolStarted(),
  runStarted({ parent_run_id: 'run_1', parent_tool_call_id: 'call_1' }, { run_id: 'run_2' }),
];
const outer = authorizationRequest();
const inner = inputRequest({ id: 'int_2', run_id: 'run_2', root_run_id: 'run_1' });
const foreign = authorizationRequest({ id: 'int_3', run_id: 'run_3', expires_at: testTime(99) });

const both = folded(
  ...nesting,
  ...suspension(outer, inner),
  runStarted({ external: true, input: 'x' }, { run_id: 'run_3' }),
  ...suspension(foreign),
);
const tree = treeOf(both, 'run_1') ?? expect.fail('no tree');

describe('lookups', () => {
  it('find the tree of its root and of its nested runs', () => {
    expect(treeOf(both, 'run_2')).toBe(tree);
    expect(treeOf(both, 'run_3')?.root_run_id).toBe('run_3');
    expect(treeOf(both, 'run_9')).toBeUndefined();
    expect(runOf(tree, 'run_3')).toBeUndefined();
    expect(rootOf(tree).id).toBe('run_1');
  });

  it('find pending requests in any tree, in the order of asking', () => {
    expect(findPending(both, 'int_3')?.tree.root_run_id).toBe('run_3');
    expect(findPending(both, 'int_9')).toBeUndefined();
    expect(pendingOf(tree, 'run_1').map(({ request: { id } }) => id)).toEqual(['int_1', 'int_2']);
    expect(pendingOf(tree, 'run_2').map(({ request: { id } }) => id)).toEqual(['int_2']);
  });

  it('return a run and its ancestors, innermost first', () => {
    expect(chainOf(tree, 'run_2').map(({ id }) => id)).toEqual(['run_2', 'run_1']);
    expect(chainOf(tree, 'run_9')).toEqual([]);
  });

  it('find the run that keeps the session busy, not an external call', () => {
    expect(activeTree(both)).toBe(tree);
    expect(activeTree(folded(runStarted({ external: true })))).toBeUndefined();
    expect(activeTree(folded(runStarted(), runCompleted()))).toBeUndefined();
    expect(activeTree(INITIAL_CONTROL)).toBeUndefined();
  });

  it('find the earliest deadline of all trees', () => {
    expect(nextDeadline(both)).toBe(testTime(99));
    expect(nextDeadline(INITIAL_CONTROL)).toBeNull();
  });
});

describe('statusOf', () => {
  const status = (...drafts: readonly EventDraft[]) => {
    const state = folded(...drafts);
    const own = treeOf(state, 'run_1') ?? expect.fail('no tree');
    return [statusOf(own, rootOf(own)), isFinished(own), sessionStatus(state)];
  };

  it.each([
    ['running', [runStarted()], false, 'generating'],
    ['suspended', [runStarted(), ...suspension(outer)], false, 'waiting_permission'],
    ['paused', [runStarted(), runPaused()], false, 'generating'],
    ['paused', [runStarted(), ...suspension(outer), runPaused()], false, 'waiting_permission'],
    ['completed', [runStarted(), runCompleted()], true, 'idle'],
    ['failed', [runStarted(), runFailed()], true, 'idle'],
    ['aborted', [runStarted(), runPaused(), runAborted()], true, 'idle'],
  ])('returns %s', (expected, drafts, isOver, session) => {
    expect(status(...drafts)).toEqual([expected, isOver, session]);
  });

  it('considers nested runs', () => {
    const state = folded(...nesting, ...suspension(inner));
    const own = treeOf(state, 'run_1') ?? expect.fail('no tree');
    expect(Object.values(own.runs).map((run) => statusOf(own, run))).toEqual([
      'suspended',
      'suspended',
    ]);
  });
});

describe('toRun', () => {
  it('converts a run to the form of the HTTP API', () => {
    expect(toRun(both, tree, rootOf(tree))).toEqual({
      id: 'run_1',
      session_id: 'ses_1',
      agent_id: 'assistant',
      user_id: 'ada',
      status: 'suspended',
      pending_interaction_ids: ['int_1', 'int_2'],
      parent_run_id: null,
      root_run_id: 'run_1',
      response: null,
      error: null,
      last_seq: tree.last_seq,
      created_at: testTime(0),
      updated_at: testTime(7),
    });
  });

  it('contains no trace of settled requests', () => {
    const state = folded(
      runStarted(),
      ...suspension(outer),
      ...settlement(outer, undefined, { outcome: 'expired' }),
    );
    const own = treeOf(state, 'run_1') ?? expect.fail('no tree');
    expect(toRun(state, own, rootOf(own)).pending_interaction_ids).toEqual([]);
    expect([own.pending, own.latch, nextDeadline(state)]).toEqual([[], [], null]);
  });
});
