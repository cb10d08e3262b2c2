import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  confirmResponse,
  responseTo,
  rulesSaved,
  runAborted,
  runCompleted,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  toolCall,
  toolCompleted,
  toolStarted,
} from '../testing.ts';
import type { RunEvent } from './event.ts';
import { evolveRun } from './evolve-run.ts';
import { chainOf, rootOf, runOf } from './state.ts';
import { fold, folded, treeIn, callIn, proposing } from './evolve-run.fixture.ts';

describe('nested runs', () => {
  const place = { run_id: 'run_2' };
  const nesting = [
    ...proposing('call_1', 'call_2'),
    toolStarted(),
    runStarted(
      { agent_id: 'reviewer', parent_run_id: 'run_1', parent_tool_call_id: 'call_1' },
      place,
    ),
    stepCompleted(
      { id: 'msg_3', role: 'assistant', tool_calls: [toolCall({ id: 'call_1' })] },
      place,
    ),
  ];
  const inside = authorizationRequest({
    run_id: 'run_2',
    root_run_id: 'run_1',
    message_id: 'msg_3',
    tool_call_id: 'call_1',
  });

  it('have their own calls, even with equal ids', () => {
    const state = folded(...nesting, ...suspension(inside));
    expect(callIn(state, 'call_1', 'run_2').status).toBe('waiting');
    expect(callIn(state, 'call_1', 'run_1')).toMatchObject({
      status: 'started',
      nested_run_id: 'run_2',
    });
  });

  it("are answered separately, even if a parent's call with the same id waits too", () => {
    const above = authorizationRequest({ id: 'int_2', message_id: 'msg_2' });
    const state = folded(
      ...nesting,
      ...suspension(above, inside),
      ...settlement(inside, confirmResponse(), { waiting: [above] }),
    );
    expect(callIn(state, 'call_1', 'run_2').status).toBe('ready');
    expect(callIn(state, 'call_1', 'run_1').status).toBe('waiting');
  });

  it('lead to their root', () => {
    const tree = treeIn(folded(...nesting));
    expect(chainOf(tree, 'run_2').map(({ id }) => id)).toEqual(['run_2', 'run_1']);
  });

  it('are deleted with everything below them when their call is done', () => {
    const deeper = [
      ...nesting,
      toolStarted({}, place),
      runStarted({ parent_run_id: 'run_2', parent_tool_call_id: 'call_1' }, { run_id: 'run_3' }),
    ];
    expect(Object.keys(treeIn(folded(...deeper)).runs)).toEqual(['run_1', 'run_2', 'run_3']);
    const done = folded(...deeper, toolCompleted());
    expect(Object.keys(treeIn(done).runs)).toEqual(['run_1']);
    expect(callIn(done).status).toBe('done');
    const inner = folded(...deeper, toolCompleted({}, place));
    expect(Object.keys(treeIn(inner).runs)).toEqual(['run_1', 'run_2']);
    const other = folded(...deeper, toolCompleted({ tool_call_id: 'call_2' }));
    expect(Object.keys(treeIn(other).runs)).toEqual(['run_1', 'run_2', 'run_3']);
  });

  it('pass their unsaved rules to their parent', () => {
    const rules = [{ pattern: 'bash(ls)', effect: 'allow', scope: 'always' }] as const;
    const state = folded(
      ...nesting,
      ...suspension(inside),
      ...settlement(inside, responseTo(inside), { decision: { rules: [...rules] } }),
      runAborted({}, place),
      toolCompleted(),
      runAborted(),
    );
    expect(treeIn(state).unsaved).toMatchObject([{ interaction_id: 'int_1', run_id: 'run_1' }]);
    const saved = folded(
      ...nesting,
      ...suspension(inside),
      ...settlement(inside, responseTo(inside), { decision: { rules: [...rules] } }),
      toolCompleted(),
      rulesSaved({}, place),
    );
    expect(treeIn(saved).unsaved).toEqual([]);
  });

  it('end without ending their root', () => {
    const state = folded(...nesting, runCompleted({ response: 'fine' }, place));
    expect(rootOf(treeIn(state)).ended).toBeUndefined();
    expect(treeIn(state).owner).toBe('host:1:a');
    expect(runOf(treeIn(state), 'run_2')).toMatchObject({ ended: 'completed', response: 'fine' });
  });

  it.each([
    ['itself', 'run_1', 'run_1'],
    ['its own descendant', 'run_1', 'run_2'],
    ['one that is there', 'run_2', 'run_1'],
    ['of an unknown parent', 'run_9', 'run_8'],
  ])('cannot be %s: there are no cycles', (_, run_id, parent_run_id) => {
    const log = sessionLog(nesting);
    const circle: RunEvent = {
      ...(log[0] ?? expect.fail('empty')),
      type: 'run_started',
      run_id,
      seq: 99,
      data: { ...runStarted().data, parent_run_id, parent_tool_call_id: 'call_1' },
    };
    const state = evolveRun(fold(log), circle);
    expect(treeIn(state).runs).toEqual(treeIn(fold(log)).runs);
    expect(chainOf(treeIn(state), 'run_2')).toHaveLength(2);
  });
});
