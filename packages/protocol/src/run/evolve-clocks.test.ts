import { describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  inputRequest,
  interactionRequest,
  runPaused,
  runResumed,
  runStarted,
  sessionLog,
  suspension,
  testTime,
  toolPaused,
  toolResumed,
} from '../testing.ts';
import type { EventDraft } from './event.ts';
import { nextDeadline } from './state.ts';
import { fold, gateIn, waiting } from './evolve-run.fixture.ts';

describe('clocks', () => {
  const asked = sessionLog(waiting, { stepSeconds: 0 });
  const at = (seconds: number, ...drafts: readonly EventDraft[]) => ({ seconds, drafts });

  function play(...script: readonly { seconds: number; drafts: readonly EventDraft[] }[]) {
    let log = asked;
    for (const { seconds, drafts } of script) {
      log = [...log, ...sessionLog(drafts, { after: log, startSeconds: seconds, stepSeconds: 0 })];
    }
    return fold(log);
  }

  it('run from the time of the request', () => {
    expect(nextDeadline(play())).toBe(testTime(300));
  });

  const pauseTool = toolPaused();
  const resumeTool = toolResumed();
  const pauseRun = runPaused();
  const resumeRun = runResumed();

  it.each([
    ['gate stopped', [at(100, pauseTool)], null],
    ['gate stopped and resumed', [at(100, pauseTool), at(150, resumeTool)], 350],
    [
      'gate stopped twice, resumed once',
      [at(100, pauseTool), at(120, pauseTool), at(150, resumeTool)],
      350,
    ],
    ['gate resumed twice', [at(100, pauseTool), at(150, resumeTool), at(160, resumeTool)], 350],
    ['gate resumed though it runs', [at(100, resumeTool)], 300],
    ['run stopped', [at(100, pauseRun)], null],
    ['run stopped and resumed', [at(100, pauseRun), at(150, resumeRun)], 350],
    [
      'run stopped twice, resumed once',
      [at(100, pauseRun), at(120, pauseRun), at(150, resumeRun)],
      350,
    ],
    ['run resumed though it runs', [at(100, resumeRun)], 300],
    [
      'gate, then run stopped; run resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeRun)],
      null,
    ],
    [
      'gate, then run stopped; run, then gate resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeRun), at(170, resumeTool)],
      370,
    ],
    [
      'gate, then run stopped; gate resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeTool)],
      null,
    ],
    [
      'gate, then run stopped; gate, then run resumed',
      [at(100, pauseTool), at(110, pauseRun), at(150, resumeTool), at(170, resumeRun)],
      370,
    ],
    [
      'run, then gate stopped; run resumed',
      [at(100, pauseRun), at(110, pauseTool), at(150, resumeRun)],
      null,
    ],
    [
      'run, then gate stopped; run, then gate resumed',
      [at(100, pauseRun), at(110, pauseTool), at(150, resumeRun), at(170, resumeTool)],
      370,
    ],
    [
      'run, then gate stopped; gate, then run resumed',
      [at(100, pauseRun), at(110, pauseTool), at(150, resumeTool), at(170, resumeRun)],
      370,
    ],
    [
      'stopped, resumed and stopped again',
      [at(100, pauseTool), at(150, resumeTool), at(200, pauseRun), at(300, resumeRun)],
      450,
    ],
    ['stopped when it was over already', [at(400, pauseRun), at(500, resumeRun)], 500],
  ])('%s', (_, script, deadline) => {
    const state = play(...script);
    expect(nextDeadline(state)).toBe(deadline === null ? null : testTime(deadline));
    const { remaining_ms: remaining, request: gate } = gateIn(state);
    expect(remaining === undefined).toBe(deadline !== null);
    expect(gate.expires_at).toBe(deadline === null ? undefined : testTime(deadline));
  });

  it('restart with the deadline in the log, if there is one', () => {
    const resumed = toolResumed({ expires_at: testTime(351) });
    expect(nextDeadline(play(at(100, pauseTool), at(150, resumed)))).toBe(testTime(351));
    const whilePaused = [at(100, pauseRun), at(110, pauseTool), at(120, resumed)];
    expect(nextDeadline(play(...whilePaused))).toBeNull();
  });

  it('show on the request that it is paused, not that its run is', () => {
    expect(gateIn(play(at(100, pauseTool))).request.paused).toBe(true);
    expect(gateIn(play(at(100, pauseRun))).request.paused).toBeUndefined();
    const both = play(at(100, pauseTool), at(110, pauseRun), at(120, resumeTool));
    expect('paused' in gateIn(both).request).toBe(false);
  });

  it('of a request made while its run is paused stay stopped until it is resumed', () => {
    const late = authorizationRequest({ id: 'int_2', expires_at: testTime(420) });
    const paused = play(at(100, pauseRun), at(120, interactionRequest(late)));
    expect(gateIn(paused, 'int_2')).toMatchObject({ remaining_ms: 300_000 });
    const state = play(at(100, pauseRun), at(120, interactionRequest(late)), at(200, resumeRun));
    expect(gateIn(state, 'int_2').request.expires_at).toBe(testTime(500));
  });

  it('ignore requests that never expire', () => {
    const question = inputRequest({ id: 'int_2' });
    const script = [at(10, interactionRequest(question)), at(20, pauseRun), at(30, resumeRun)];
    expect(gateIn(play(...script), 'int_2')).toEqual({
      request: question,
      seq: asked.length + 1,
    });
  });

  it('near the end of time stay within what RFC 3339 can represent', () => {
    const never = authorizationRequest({ id: 'int_2', expires_at: '9999-12-31T23:59:59.000Z' });
    const state = play(at(10, interactionRequest(never)), at(20, pauseRun), at(90, resumeRun));
    expect(gateIn(state, 'int_2').request.expires_at).toBe('9999-12-31T23:59:59.999Z');
  });

  it('are compared as instants, not as text', () => {
    const east = authorizationRequest({ id: 'int_2', expires_at: '2026-01-01T02:04:00+02:00' });
    expect(nextDeadline(play(at(10, interactionRequest(east))))).toBe(testTime(240));
  });

  it('stop only for the tree whose run is paused', () => {
    const other = authorizationRequest({ id: 'int_2', run_id: 'run_2', expires_at: testTime(900) });
    const outside = [runStarted({ external: true }, { run_id: 'run_2' }), ...suspension(other)];
    expect(nextDeadline(play(at(10, ...outside), at(20, pauseRun)))).toBe(testTime(900));
  });
});
